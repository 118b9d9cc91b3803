import type { Entity } from "@portolan/engine";
import { PORTS, type PortName, type Providers } from "./provider-port.ts";

/** A job in the schemas without a handler, and the port that could handle it. */
export interface UnansweredJob {
  job: string;
  port?: PortName | undefined;
}

/**
 * Thrown at startup when lifecycles use jobs that neither a provider nor the product handles.
 *
 * @example
 * new ProvidersMissing([{ job: "bank.pay", port: "payout" }], "Connect a provider.").jobs.length // => 1
 */
export class ProvidersMissing extends Error {
  override readonly name = "ProvidersMissing";
  constructor(
    readonly jobs: readonly UnansweredJob[],
    advice: string,
  ) {
    const width = Math.max(...jobs.map(({ job }) => job.length));
    super(
      [
        `Portolan cannot start: ${jobs.length === 1 ? "1 job of the schemas has" : `${jobs.length} jobs of the schemas have`} no provider.`,
        ...jobs.map(
          ({ job, port }) =>
            `  ${job.padEnd(width)}  ${port ? `the port ${port} has no provider for it` : "no port and no handler exists for it"}`,
        ),
        `Nothing was started. ${advice}`,
      ].join("\n"),
    );
  }
}

const findPort = (job: string): PortName | undefined => PORTS.find(({ jobs }) => jobs.includes(job))?.name;

/**
 * Returns the jobs that the lifecycles enqueue, sorted and without duplicates.
 *
 * @example
 * const jobs = listJobs([entity]);
 */
export function listJobs(entities: Iterable<Pick<Entity, "lifecycle">>): string[] {
  const named = [...entities].flatMap(({ lifecycle }) => lifecycle?.transitions.flatMap(({ job }) => job ?? []) ?? []);
  return [...new Set(named)].toSorted();
}

/**
 * Returns the jobs that neither `own` handlers nor providers handle.
 *
 * @example
 * await findUnanswered(["bank.pay"], new Set(), {}) // => [{ job: "bank.pay", port: "payout" }]
 */
export async function findUnanswered(
  jobs: readonly string[],
  own: ReadonlySet<string>,
  providers: Providers,
): Promise<UnansweredJob[]> {
  const capable = new Set<string>();
  for (const provider of Object.values(providers))
    for (const job of (await provider.capabilities()).jobs) capable.add(job);
  return jobs.flatMap((job) => {
    if (own.has(job)) return [];
    const port = findPort(job);
    return port && providers[port] && capable.has(job) ? [] : [{ job, port }];
  });
}
