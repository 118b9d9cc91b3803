/**
 * Runs the provider template (`examples/provider-http/server.mjs`) in a separate process, unmodified or deliberately
 * broken by a text replacement.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { SHORT_LIVED } from "./short-lived.ts";
import { temporaryFolder } from "./databases.ts";

export const TEMPLATE = fileURLToPath(new URL("../../examples/provider-http/server.mjs", import.meta.url));
export const TEMPLATE_SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

export interface TemplateProcess {
  url: string;
  port: number;
  /** File that stores the template's requests; outlives the process. */
  file: string;
  /** Sends SIGKILL. Resolves once the process has exited. */
  kill(): Promise<void>;
}

const children = new Set<ChildProcess>();
process.once("exit", () => children.forEach((child) => child.kill("SIGKILL")));

export interface TemplateOptions {
  callback?: string;
  /** Defaults to a free port. */
  port?: number;
  file?: string;
  workMs?: number;
  /**
   * Replaces a text in the template.
   * @throws Error when the template does not contain it
   */
  broken?: readonly [text: string, by: string];
}

/** Starts the template. Resolves once it is listening. */
export async function startTemplate({
  callback = "",
  port = 0,
  file,
  workMs = 10,
  broken,
}: TemplateOptions = {}): Promise<TemplateProcess> {
  const folder = file === undefined || broken ? temporaryFolder() : "";
  const asks = file ?? join(folder, "asks.jsonl");
  let script = TEMPLATE;
  if (broken) {
    const text = readFileSync(TEMPLATE, "utf8");
    if (!text.includes(broken[0])) throw new Error(`the template has no ${broken[0]}`);
    script = join(folder, "server.mjs");
    writeFileSync(script, text.replace(broken[0], broken[1]));
  }
  const child = spawn(process.execPath, [...SHORT_LIVED, script], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      PATH: process.env["PATH"],
      PORT: String(port),
      SECRET: TEMPLATE_SECRET,
      CALLBACK: callback,
      FILE: asks,
      WORK_MS: String(workMs),
    },
  });
  children.add(child);
  const ended = once(child, "close").then(() => void children.delete(child));
  const listening = await new Promise<number>((resolve, reject) => {
    let value = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      value += text;
      const [, found] = /listening on (\d+)/.exec(value) ?? [];
      if (found) resolve(Number(found));
    });
    void ended.then(() => reject(new Error("the template ended")));
  });
  return {
    url: `http://127.0.0.1:${listening}`,
    port: listening,
    file: asks,
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
