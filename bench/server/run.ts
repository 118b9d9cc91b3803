/** Server work without HTTP: checking a batch, exports and compiling. */
import { buildServer, measured } from "../lib/child.ts";
import { type Options, say } from "../lib/options.ts";
import { writeSchemas } from "../lib/schemas.ts";
import { median } from "../lib/stats.ts";

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
  const check = await measured<Pick<ServerResults["check"], "ms" | "profile">>("check", [
    String(rounds + 2),
    String(seed),
  ]);
  const passes: number[] = [];
  for (let turn = 0; turn < rounds; turn += 1) passes.push((await measured<{ pass: number }>("first")).pass);
  say("server check");
  const exports = {} as ServerResults["exports"];
  for (const format of ["csv", "xlsx"] as const) {
    const taken: Record<"hand" | "ours", Exported[]> = { hand: [], ours: [] };
    for (let turn = 0; turn < Math.max(2, Math.min(rounds, 3)); turn += 1) {
      for (const who of ["hand", "ours"] as const)
        taken[who].push(await measured<Exported>("export", [who, format, String(seed)], ["--expose-gc"]));
    }
    const middle = (list: Exported[]): Exported => ({
      cpu: median(list.map((exported) => exported.cpu)),
      wall: median(list.map((exported) => exported.wall)),
      peak: Math.max(...list.map((exported) => exported.peak)),
      size: list[0]!.size,
    });
    exports[format] = { hand: middle(taken.hand), ours: middle(taken.ours) };
    say(`server export ${format}`);
  }
  const compiled: ServerResults["compile"][] = [];
  for (let turn = 0; turn < Math.max(rounds, 3); turn += 1) compiled.push(await measured("compile"));
  compiled.sort((a, b) => a.compiled - b.compiled);
  return { rounds, check: { ...check, firstPass: median(passes) }, exports, compile: compiled[compiled.length >> 1]! };
}
