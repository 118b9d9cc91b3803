/** Command line options. */
export interface Options {
  rounds: number;
  seed: number;
}

export function optionsOf(args: readonly string[]): Options {
  const after = (name: string, otherwise: number) => {
    const at = args.indexOf(name);
    const value = at < 0 ? otherwise : Number(args[at + 1]);
    if (!Number.isFinite(value)) throw new Error(`${name} needs a number`);
    return value;
  };
  return { rounds: after("--rounds", 5), seed: after("--seed", 1) };
}

/** Prints a progress message. */
export const say = (line: string): void =>
  void process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
