/** Command line options. */
export interface Options {
  rounds: number;
  seed: number;
}

export function readOptions(args: readonly string[]): Options {
  const after = (name: string, otherwise: number) => {
    const index = args.indexOf(name);
    const value = index < 0 ? otherwise : Number(args[index + 1]);
    if (!Number.isFinite(value)) throw new Error(`${name} needs a number`);
    return value;
  };
  return { rounds: after("--rounds", 5), seed: after("--seed", 1) };
}

/** Prints a progress message. */
export const printProgress = (line: string): void =>
  void process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
