/** Conformance cases about requests, which every provider must pass. */
import { awaitOutcome, expectThat, buildRequest, query, submit, type Case, type Trial } from "./trial.ts";

const pickFirstJob = ({ jobs }: Trial): string => jobs[0] ?? "";
const AT_ONCE = 20;

export const askCases: readonly Case[] = [
  {
    id: "health",
    description: "it is well",
    async play({ port }) {
      const { ok, detail } = await port.health();
      expectThat(ok, `its health is not ok: ${detail ?? ""}`);
    },
  },
  {
    id: "capabilities",
    description: "it names the jobs of its port",
    async play({ port, jobs }) {
      const { jobs: named } = await port.capabilities();
      const missing = jobs.filter((job) => !named.includes(job));
      expectThat(missing.length === 0, `it does not answer ${missing.join(", ")}`);
    },
  },
  {
    id: "ask.jobs",
    description: "it takes an ask of each job",
    async play(trial) {
      for (const job of trial.jobs) {
        const request = buildRequest(trial, job);
        const { askId } = await submit(trial, request);
        expectThat(askId === request.id, `${job}: asked about ${request.id}, answered about ${askId}`);
      }
    },
  },
  {
    id: "ask.atOnce",
    description: `one ask ${AT_ONCE} times at once has one reference`,
    async play(trial) {
      const request = buildRequest(trial, pickFirstJob(trial));
      const responses = await Promise.all(Array.from({ length: AT_ONCE }, () => submit(trial, request)));
      const references = new Set(responses.map(({ reference }) => reference));
      expectThat(references.size === 1, `it has ${references.size} references`);
    },
  },
  {
    id: "ask.again",
    description: "a repeated ask, with another deadline, is the same ask",
    async play(trial) {
      const request = buildRequest(trial, pickFirstJob(trial));
      const { reference } = await submit(trial, request);
      const again = await submit(trial, { ...request, deadline: new Date(Date.now() + 60_000).toISOString() });
      expectThat(again.reference === reference, `${reference} became ${again.reference}`);
    },
  },
  {
    id: "ask.references",
    description: "different asks have different references",
    async play(trial) {
      const responses = await Promise.all([1, 2, 3].map(() => submit(trial, buildRequest(trial, pickFirstJob(trial)))));
      const references = responses.flatMap(({ reference }) => reference ?? []);
      expectThat(new Set(references).size === references.length, `${references.join(", ")}`);
    },
  },
  {
    id: "query.known",
    description: "it knows what it was asked, by the same reference",
    async play(trial) {
      const request = buildRequest(trial, pickFirstJob(trial));
      const { reference } = await submit(trial, request);
      const found = await query(trial, request.id);
      expectThat(found !== "unknown", "it does not know the ask");
      expectThat(found.askId === request.id, `it answers about ${found.askId}`);
      expectThat(found.reference === reference, `${reference} became ${found.reference}`);
    },
  },
  {
    id: "query.unknown",
    description: "it says unknown of an ask that never came, and takes it afterwards",
    async play(trial) {
      const request = buildRequest(trial, pickFirstJob(trial));
      expectThat((await query(trial, request.id)) === "unknown", "it knows an ask that never came");
      expectThat((await query(trial, request.id)) === "unknown", "a query made the ask known");
      await submit(trial, request);
      expectThat((await query(trial, request.id)) !== "unknown", "it does not know the ask afterwards");
    },
  },
  {
    id: "ask.script",
    description: "it takes names in other scripts, from right to left and with emoji",
    async play(trial) {
      const request = buildRequest(trial, pickFirstJob(trial), { holder: "深圳市\u202bشركة\u202c 🚀 é" });
      await submit(trial, request);
      expectThat((await query(trial, request.id)) !== "unknown", "it lost the ask");
    },
  },
  {
    id: "outcome.kept",
    description: "an outcome is the same at every query",
    needs: "http",
    async play(trial) {
      const request = buildRequest(trial, pickFirstJob(trial));
      await submit(trial, request);
      const outcome = await awaitOutcome(trial, request.id);
      const again = await query(trial, request.id);
      expectThat(JSON.stringify(again) === JSON.stringify(outcome), "the answer changed after the outcome");
    },
  },
];
