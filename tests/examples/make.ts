/**
 * Creates an example in a temporary folder from the code blocks of its README, and runs it there in a separate process.
 */
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { writePackages } from "../../tools/pack.ts";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** Files that an example finds in the repository root. */
const SHARED = ["locales", "node_modules", "package.json", "server", "src", "tools", "tsconfig.json"];
const START_MS = 120_000;

/** Scope of the packages of the repository. */
const SCOPE = "@portolan";

/** Files of a README, by their path below the example, and its commands in order. */
export interface Steps {
  files: ReadonlyMap<string, string>;
  commands: readonly string[];
}

/** Parses the code blocks of a README: a block with a file name is that file, a `sh` block contains commands. */
export function readSteps(readme: string): Steps {
  const files = new Map<string, string>();
  const commands: string[] = [];
  for (const [, language, name, text = ""] of readme.matchAll(/^```(\w+)(?: (\S+))?\n(.*?)^```$/gms)) {
    if (name !== undefined) files.set(name, text);
    else if (language === "sh") commands.push(...text.trim().split("\n"));
  }
  return { files, commands };
}

export interface MadeExample {
  /** Folder in which the commands run: the example's own, or one that takes the role of the repository root. */
  root: string;
  folder: string;
  steps: Steps;
  /**
   * Runs the README's command that contains `part`.
   * @throws Error with its output on failure
   */
  run(part: string): Promise<void>;
  /** Runs the README's command that starts the server, with these variables. Resolves to its URL. */
  start(env?: Readonly<Record<string, string>>): Promise<string>;
  /** Stops the server, if it runs. */
  stop(): Promise<void>;
  /** Stops the server and deletes the folder. */
  remove(): Promise<void>;
}

/** Reads the files and commands of an example, given by its folder name in `examples/`. */
export const readExample = (name: string): Steps =>
  readSteps(readFileSync(join(ROOT, "examples", name, "README.md"), "utf8"));

/**
 * Creates the files of an example without running anything. `isPacked`: in a folder of its own, with the packages that
 * `npm run pack` writes; otherwise in the source of this repository.
 */
export function makeExample(name: string, { isPacked = false } = {}): MadeExample {
  const steps = readExample(name);
  const root = mkdtempSync(join(tmpdir(), "portolan-example-"));
  const folder = isPacked ? root : join(root, "examples", name);
  if (isPacked) installPackages(root);
  else for (const shared of SHARED) symlinkSync(join(ROOT, shared), join(root, shared));
  for (const [file, text] of steps.files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  let server: ChildProcess | undefined;
  const words = (part: string): [string, string[]] => {
    const [command = "", ...args] = steps.commands.find((line) => line.includes(part))?.split(" ") ?? [];
    return [command, args];
  };
  const stop = async () => {
    if (server?.exitCode !== null) return;
    server.kill("SIGTERM");
    await once(server, "exit");
  };
  return {
    root,
    folder,
    steps,
    async run(part) {
      const [command, args] = words(part);
      await promisify(execFile)(command, args, { cwd: root });
    },
    async start(env = {}) {
      const [command, args] = words("server.ts");
      server = spawn(command, args, {
        cwd: root,
        env: { ...process.env, PORT: "0", ...env },
        stdio: ["ignore", "pipe", "pipe"],
      });
      return readAddress(server);
    },
    stop,
    async remove() {
      await stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/**
 * Does what the `npm` commands of a README do, without a registry: makes a folder a package, writes the packages of the
 * repository into its `node_modules`, and links those that they require.
 */
function installPackages(root: string): void {
  const modules = join(root, "node_modules");
  mkdirSync(modules);
  writeFileSync(join(root, "package.json"), JSON.stringify({ type: "module" }));
  for (const name of readdirSync(join(ROOT, "node_modules")))
    if (name !== SCOPE) symlinkSync(join(ROOT, "node_modules", name), join(modules, name));
  writePackages(join(modules, SCOPE));
}

/**
 * Parses the URL that a server prints.
 * @throws Error with its output when it exits or times out
 */
function readAddress(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    const fail = () => reject(new Error(`the example did not start:\n${output}`));
    const timer = setTimeout(fail, START_MS);
    const note = (chunk: Buffer) => {
      output += chunk.toString();
      const [address] = /http:\/\/\S+/.exec(output) ?? [];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    };
    server.stdout?.on("data", note);
    server.stderr?.on("data", note);
    server.on("exit", fail);
  });
}
