/** `npm run live -- upgrade --seed 7 [--from FOLDER]`: live nodes are upgraded while users pay. Figures are printed. */
import { parseArgs } from "node:util";
import { runUpgrade } from "../tests/server/cluster-upgrade.ts";

const { values } = parseArgs({ options: { seed: { type: "string", default: "7" }, from: { type: "string" } } });
const [seed, from] = [Number(values.seed), values.from];
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));
try {
  const size = { nodes: 3, payers: 4, pages: 40, serveMs: 8_000 };
  const { unlisted, ...result } = await runUpgrade({ ...size, seed, from, say: (line) => console.log(line) });
  console.log(JSON.stringify({ ...result, unlisted }));
  if (unlisted > 0 || Object.values(result.wrong).some((count) => count > 0)) process.exitCode = 1;
} catch (error) {
  console.error(error, `\nseed ${seed}`);
  process.exitCode = 1;
}
process.exit();
