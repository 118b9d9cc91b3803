/** Commands of the repository: their help output, and that they run from any folder. */
import { spawn } from "node:child_process";
import { copyFileSync, cpSync, existsSync, linkSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it, vi } from "vitest";
import { npmCli, run } from "../../tools/install.mjs";
import { temporaryFolder } from "../server/databases.ts";
import { buildServer, BUILT, startProcess } from "../server/process.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

describe("npm run campaign", () => {
  const campaign = (...args: string[]) =>
    new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
      const child = spawn(process.execPath, ["--import", "tsx", "tools/campaign.ts", ...args], {
        cwd: ROOT,
        stdio: ["ignore", "pipe", "pipe"],
      });
      let [out, err] = ["", ""];
      child.stdout.on("data", (chunk) => (out += chunk));
      child.stderr.on("data", (chunk) => (err += chunk));
      // The first line reports that the campaign has started, which is sufficient.
      child.stdout.on("data", () => /^campaign:/m.test(out) && child.kill("SIGKILL"));
      child.once("close", (code) => resolve({ code, out, err }));
    });
  it("prints help and starts nothing, and rejects unknown options", async () => {
    const [help, unknown] = await Promise.all([campaign("--help"), campaign("--minuts", "1")]);
    expect([help.code, help.err]).toEqual([0, ""]);
    expect(help.out).toMatch(/^npm run campaign -- \[options\] {3}\w/);
    for (const option of ["--minutes", "--seed", "--database-url"]) expect(help.out).toContain(`\n  ${option} `);
    expect([unknown.code, unknown.out]).toEqual([2, ""]);
    expect(unknown.err).toContain("--minuts");
    expect(unknown.err).toContain(help.out.trim());
    expect(unknown.err).not.toMatch(/^\s+at /m);
  });
});

describe("a folder with spaces in its name", () => {
  const { platform } = process;
  afterEach(() => {
    Object.defineProperty(process, "platform", { value: platform });
    vi.restoreAllMocks();
  });
  const programFiles = () => {
    const folder = join(temporaryFolder(), "Program Files", "nodejs");
    mkdirSync(folder, { recursive: true });
    return folder;
  };
  it.each(["linux", "win32"])("can contain the Node executable that runs commands (%s)", (name) => {
    const folder = programFiles();
    const node = join(folder, "node");
    // A hard link if possible: Node would resolve a symbolic link, and the program would see the original folder.
    try {
      linkSync(process.execPath, node);
    } catch {
      copyFileSync(process.execPath, node);
    }
    vi.spyOn(process, "exit").mockImplementation((code) => {
      throw new Error(`ended with ${code}`);
    });
    Object.defineProperty(process, "platform", { value: name });
    run(node, ["-e", 'require("node:fs").writeFileSync(process.argv[1], process.execPath)', join(folder, "said here")]);
    expect(readFileSync(join(folder, "said here"), "utf8")).toBe(node);
  });
  it("can contain the server and its data", async () => {
    await buildServer();
    const folder = join(temporaryFolder(), "Program Files", "my portolan");
    mkdirSync(folder, { recursive: true });
    for (const [from, to] of [
      [join(BUILT, "server"), "dist/server"],
      [join(BUILT, "portal"), "dist/portal"],
      [join(ROOT, "schemas"), "schemas"],
      [join(ROOT, "package.json"), "package.json"],
    ] as const)
      cpSync(from, join(folder, to), { recursive: true });
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"), "junction");
    const server = await startProcess({ release: folder, dataDir: join(folder, "own data") });
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(existsSync(join(folder, "own data", "keys", "seal"))).toBe(true);
    await server.stop();
  });
  it("can contain npm, which is run with Node directly", () => {
    const folder = programFiles();
    const cli = join(folder, "node_modules", "npm", "bin", "npm-cli.js");
    mkdirSync(join(cli, ".."), { recursive: true });
    copyFileSync(join(ROOT, "package.json"), cli);
    expect(npmCli({ npm_execpath: cli })).toBe(cli);
    symlinkSync(cli, join(folder, "npm"));
    // The npm bundled with this Node takes precedence over the PATH; another package manager's executable does not
    // count.
    expect(npmCli({ npm_execpath: join(folder, "pnpm.cjs"), PATH: folder })).toMatch(/npm-cli\.js$/);
  });
});
