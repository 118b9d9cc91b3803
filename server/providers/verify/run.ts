/** Runs the conformance suite against a provider, and formats the results. */
import { PORTS, type PortName, type ProviderPort } from "../provider-port.ts";
import { askCases } from "./request-cases.ts";
import type { CallbackListener } from "./callbacks.ts";
import { eventCases } from "./event-cases.ts";
import { httpCases } from "./http-cases.ts";
import type { Case, HttpTarget, Patience, Trial } from "./trial.ts";
import { readErrorMessage } from "../../core/error-message.ts";

export const cases: readonly Case[] = [...askCases, ...httpCases, ...eventCases];

export interface CaseResult {
  id: string;
  description: string;
  outcome: "holds" | "broken" | "skipped";
  /** Reason why the case failed. */
  why?: string;
}

export interface VerifyOptions {
  port: ProviderPort;
  entities: Trial["entities"];
  http?: HttpTarget | undefined;
  callbacks?: CallbackListener | undefined;
  patience?: Partial<Patience>;
}

const PATIENCE: Patience = { outcomeMs: 10_000, requestMs: 10_000 };

const listJobs = (name: PortName, entities: Trial["entities"]): readonly string[] =>
  (PORTS.find((port) => port.name === name)?.jobs ?? []).filter((job) =>
    [...entities.values()].some(({ lifecycle }) => lifecycle?.transitions.some((transition) => transition.job === job)),
  );

/**
 * Runs every case against a provider, with the callback cases last. Skips cases whose requirements the trial does not
 * meet.
 */
export async function verifyProvider({
  port,
  entities,
  http,
  callbacks,
  patience,
}: VerifyOptions): Promise<CaseResult[]> {
  const trial: Trial = {
    port,
    jobs: listJobs(port.name, entities),
    entities,
    patience: { ...PATIENCE, ...patience },
    http,
    callbacks,
  };
  const results: CaseResult[] = [];
  for (const testCase of cases) results.push(await playCase(testCase, trial));
  return results;
}

async function playCase({ id, description, needs, play }: Case, trial: Trial): Promise<CaseResult> {
  if (needs !== undefined && trial[needs] === undefined) return { id, description, outcome: "skipped" };
  try {
    await play(trial);
    return { id, description, outcome: "holds" };
  } catch (error) {
    return { id, description, outcome: "broken", why: readErrorMessage(error) };
  }
}

const MARKS: Readonly<Record<CaseResult["outcome"], string>> = { holds: "ok    ", broken: "BROKEN", skipped: "-     " };

export function formatCases(results: readonly CaseResult[]): string {
  const width = Math.max(...results.map(({ id }) => id.length));
  const lines = results.map(
    ({ id, description, outcome, why }) =>
      `${MARKS[outcome]}  ${id.padEnd(width)}  ${description}${why === undefined ? "" : `\n        ${why}`}`,
  );
  const count = (outcome: CaseResult["outcome"]) => results.filter((result) => result.outcome === outcome).length;
  return [...lines, `${count("holds")} hold, ${count("broken")} broken, ${count("skipped")} skipped`].join("\n");
}
