/** Server work without HTTP: checking a batch, exports and compiling. */
import { buildServer, runMeasurement } from "../lib/child.ts";
import { type Options, printProgress } from "../lib/options.ts";
import { writeSchemas } from "../lib/schemas.ts";
import { computeMedian } from "../lib/stats.ts";

interface Exported {
  cpu: number;
  wall: number;
  peak: number;
  size: number;
}
export interface ServerResults {
  rounds: number;
  check: { ms: Record<"hand" | "ajv" | "ours", number>; profile: { name: string; ms: number }[]; firstPass: number };
  exports: Record<"csv" | "xlsx", Record<"hand" | "ours", Exported>>;
  compile: { compiled: number; withValidators: number; cpu: number; schemas: number };
}

export async function runServer({ rounds, seed }: Options): Promise<ServerResults> {
  await buildServer(["check", "first", "export", "compile"], writeSchemas());
  const check = await runMeasurement<Pick<ServerResults["check"], "ms" | "profile">>("check", [
    String(rounds + 2),
    String(seed),
  ]);
  const passes: number[] = [];
  for (let round = 0; round < rounds; round += 1) passes.push((await runMeasurement<{ pass: number }>("first")).pass);
  printProgress("server check");
  const exports = {} as ServerResults["exports"];
  for (const format of ["csv", "xlsx"] as const) {
    const taken: Record<"hand" | "ours", Exported[]> = { hand: [], ours: [] };
    for (let round = 0; round < Math.max(2, Math.min(rounds, 3)); round += 1) {
      for (const who of ["hand", "ours"] as const)
        taken[who].push(await runMeasurement<Exported>("export", [who, format, String(seed)], ["--expose-gc"]));
    }
    const middle = (list: Exported[]): Exported => ({
      cpu: computeMedian(list.map((exported) => exported.cpu)),
      wall: computeMedian(list.map((exported) => exported.wall)),
      peak: Math.max(...list.map((exported) => exported.peak)),
      size: list[0]!.size,
    });
    exports[format] = { hand: middle(taken.hand), ours: middle(taken.ours) };
    printProgress(`server export ${format}`);
  }
  const compiled: ServerResults["compile"][] = [];
  for (let round = 0; round < Math.max(rounds, 3); round += 1) compiled.push(await runMeasurement("compile"));
  compiled.sort((a, b) => a.compiled - b.compiled);
  return {
    rounds,
    check: { ...check, firstPass: computeMedian(passes) },
    exports,
    compile: compiled[compiled.length >> 1]!,
  };
}
