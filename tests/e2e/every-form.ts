/**
 * Portal for the test's own forms (`tests/forms/`), which are not part of the product: one page with every kind, and a
 * multi-step form.
 */
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildPortal } from "./build-portal.ts";
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

/** Builds and starts the portal with these forms. */
export async function startFormPortal(): Promise<Portal> {
  const env = { SCHEMAS_DIR: writeSchemas(), BUILD_DIR: join(cache, "build") };
  buildPortal(env);
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
