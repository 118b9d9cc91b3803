/** Prompts for secrets that must not be arguments: without echo on a terminal, or from lines of standard input. */
import { createInterface } from "node:readline";
import { Writable } from "node:stream";

/** Source of secrets for a verb. */
export interface Terminal {
  /** Prompts for a line of input that is not echoed. @throws Error at the end of the input */
  askHidden(question: string): Promise<string>;
}

const NO_ECHO = new Writable({ write: (_chunk, _encoding, done) => done() });

/** Reads one line from the terminal without echo. The prompt is written to stderr, because stdout is for results. */
function promptTerminal(question: string): Promise<string> {
  process.stderr.write(`${question}: `);
  const lines = createInterface({ input: process.stdin, output: NO_ECHO, terminal: true });
  return new Promise((resolve, reject) => {
    lines.once("line", resolve);
    lines.once("close", () => reject(new Error("")));
    lines.once("SIGINT", () => lines.close());
  }).then(
    (line) => {
      lines.close();
      process.stderr.write("\n");
      return String(line);
    },
    () => {
      process.stderr.write("\n");
      throw new Error("nothing was typed");
    },
  );
}

let piped: AsyncIterator<string> | undefined;

/** Reads the next line of piped input. @throws Error at the end of the input */
async function readPiped(question: string): Promise<string> {
  piped ??= createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  const { done, value } = await piped.next();
  if (done === true) throw new Error(`${question}: standard input has no such line`);
  return value;
}

/** Prompts on the terminal of this process if it has one, else reads lines of standard input. */
export const processTerminal: Terminal = {
  askHidden: (question) => (process.stdin.isTTY ? promptTerminal(question) : readPiped(question)),
};
