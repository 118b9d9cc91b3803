/**
 * Portal for the test's own forms (`tests/forms/`), which are not part of the product: one page with every kind, and a
 * multi-step form.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Portal, startPortal, test as base } from "./portal.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
// Located inside the repository, so that the built server can resolve its packages.
const cache = join(root, ".cache", "every-form");
const own = (name: string) => join(root, "tests/forms", name);

/** Writes the product's schemas together with the test's own to a separate folder. */
function writeSchemas(): string {
  const folder = join(cache, "schemas");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  cpSync(join(root, "schemas"), folder, { recursive: true, preserveTimestamps: true });
  copyFileSync(own("every-kind.json"), join(folder, "entities/everyKind.json"));
  copyFileSync(own("every-step.json"), join(folder, "entities/everyStep.json"));
  // The server refuses to start when a call has no handler, so this one reuses a handler that always succeeds.
  copyFileSync(own("agrees.json"), join(folder, "calls/getConstants.json"));
  const pages = JSON.parse(readFileSync(join(folder, "pages.json"), "utf8")) as unknown[];
  const tab = (id: string, entity: string, show: string) => ({ id, label: { zh: id, en: id }, entity, show });
  pages.push({
    path: "/everyForm",
    id: "R90",
    label: { zh: "全部表单", en: "Every form" },
    tabs: [
      tab("kinds", "everyKind", "create"),
      tab("stored", "everyKind", "list"),
      tab("steps", "everyStep", "create"),
      tab("stepped", "everyStep", "list"),
    ],
  });
  writeFileSync(join(folder, "pages.json"), JSON.stringify(pages));
  return folder;
}

/** Builds the portal for these schemas. The server build does not depend on them. */
export async function startFormPortal(): Promise<Portal> {
  const env = { SCHEMAS_DIR: writeSchemas(), BUILD_DIR: join(cache, "build") };
  cpSync(join(process.env.BUILD_DIR ?? join(root, "dist"), "server"), join(env.BUILD_DIR, "server"), {
    recursive: true,
  });
  const built = spawnSync(
    process.execPath,
    [join(root, "node_modules/vite/bin/vite.js"), "build", "--logLevel", "warn"],
    { cwd: root, encoding: "utf8", env: { ...process.env, ...env } },
  );
  if (built.status !== 0) throw new Error(`The forms' portal did not build:\n${built.stdout}${built.stderr}`);
  return startPortal(env);
}

/** Playwright fixture that uses these forms. */
export const test = base.extend<object, { portal: Portal }>({
  portal: [
    async ({}, use) => {
      const portal = await startFormPortal();
      await use(portal);
      await portal.stop();
    },
    // Includes the build.
    { scope: "worker", timeout: 240_000 },
  ],
});
