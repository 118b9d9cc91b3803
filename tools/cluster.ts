/**
 * `npm run cluster -- --nodes 3 --minutes 3 --seed 7`: runs several nodes, each with its own folder, on one PostgreSQL
 * behind a round-robin proxy. Nodes are killed, frozen for 40 seconds and restarted in turn, and the database is
 * restarted, while users make payments. All data is verified at the end. The same seed causes the same faults in the
 * same order.
 */
import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createRandom, pick } from "../server/sandbox/random.ts";
import { Cluster, SOLE, type Fault } from "../tests/server/cluster.ts";

const HELP = `npm run cluster -- [options]   nodes over one PostgreSQL that are killed, frozen and restarted while users pay
  --nodes NUMBER     how many (3)
  --minutes NUMBER   how long (3)
  --seed NUMBER      strikes in the same order again (a random one, printed)
  --help             this text`;

/** Parses the command line options; undefined when they are invalid. */
function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        nodes: { type: "string", default: "3" },
        minutes: { type: "string", default: "3" },
        seed: { type: "string" },
        help: { type: "boolean" },
      },
    });
    const [nodes, minutes, seed] = [values.nodes, values.minutes, values.seed ?? randomInt(2 ** 31)].map(Number);
    return nodes! > 1 && minutes! > 0 && Number.isSafeInteger(seed)
      ? { nodes: nodes!, minutes: minutes!, seed: seed!, help: values.help }
      : undefined;
  } catch (error) {
    console.error((error as Error).message);
    return undefined;
  }
}
const options = readOptions();
if (!options || options.help) {
  console[options ? "log" : "error"](HELP);
  process.exit(options ? 0 : 2);
}
const { nodes, minutes, seed } = options;
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

/** Yields every kind of fault once, then kills and rolling restarts until the time is up. */
async function* scheduleFaults(): AsyncGenerator<Fault> {
  const random = createRandom(seed);
  const end = Date.now() + minutes * 60_000;
  for (const first of ["kill", "freeze", "roll", "database"] as const) {
    await pause(5_000);
    yield first;
  }
  while (Date.now() < end) {
    await pause(5_000);
    yield pick(random, ["kill", "kill", "roll", "database"] as const);
  }
  await pause(2_000);
}

console.log(`cluster: ${nodes} nodes, ${minutes} min, --seed ${seed}`);
const cluster = new Cluster({
  nodes,
  seed,
  payer: SOLE,
  payers: 6,
  pages: 400,
  freezeMs: 40_000,
  say: (line) => console.log(line),
});
try {
  await cluster.start();
  const result = await cluster.run(scheduleFaults);
  console.log(JSON.stringify(result));
  if (Object.values(result.wrong).some((count) => count > 0)) process.exitCode = 1;
  else
    console.log(
      "nothing was lost or done twice, every order was paid, every row was on one page, no payment failed after one retry",
    );
} catch (error) {
  console.error(error, `\nseed ${seed}`);
  process.exitCode = 1;
} finally {
  await cluster.stop();
}
process.exit();
