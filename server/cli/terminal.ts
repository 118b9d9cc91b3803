/** Where a verb asks for what may not stand in its arguments: a terminal without echo, or lines of standard input. */
import { createInterface } from "node:readline";
import { Writable } from "node:stream";

/** Asks the one who runs a verb. */
export interface Terminal {
  /** Returns the answer to a question. What is typed is not shown. @throws Error when there is nothing to read */
  askHidden(question: string): Promise<string>;
}

const NO_ECHO = new Writable({ write: (_chunk, _encoding, done) => done() });

/** Reads one hidden line of a terminal. The question goes to stderr: stdout is for results. */
function askTerminal(question: string): Promise<string> {
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

/** Reads the next line of what is piped in. @throws Error at its end */
async function readPiped(question: string): Promise<string> {
  piped ??= createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  const { done, value } = await piped.next();
  if (done === true) throw new Error(`${question}: standard input has no such line`);
  return value;
}

/** The terminal of this process. */
export const processTerminal: Terminal = {
  askHidden: (question) => (process.stdin.isTTY ? askTerminal(question) : readPiped(question)),
};
