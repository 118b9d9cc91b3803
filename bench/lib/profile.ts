/** Evaluates CPU profiles. */

interface ProfileNode {
  id: number;
  callFrame: { functionName: string; url: string; lineNumber: number };
}
export interface CpuProfile {
  nodes: ProfileNode[];
  samples: number[];
  timeDeltas: number[];
}

/** Returns the functions of a CPU profile by self time. */
export function rankFunctions(cpuProfile: CpuProfile, most = 12): { name: string; ms: number }[] {
  const names = new Map(
    cpuProfile.nodes.map(({ id, callFrame: { functionName, url, lineNumber } }) => [
      id,
      `${functionName || "(anonymous)"}${url ? ` ${url.split("/").slice(-2).join("/")}:${lineNumber + 1}` : ""}`,
    ]),
  );
  const own = new Map<string, number>();
  cpuProfile.samples.forEach((id, index) => {
    const name = names.get(id)!;
    if (name !== "(idle)") own.set(name, (own.get(name) ?? 0) + (cpuProfile.timeDeltas[index] ?? 0) / 1000);
  });
  return [...own]
    .sort((a, b) => b[1] - a[1])
    .slice(0, most)
    .map(([name, ms]) => ({ name, ms: Math.round(ms * 10) / 10 }));
}
