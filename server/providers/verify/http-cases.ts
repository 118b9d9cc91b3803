/** Conformance cases about the HTTP protocol: signatures, refusals, malformed requests. */
import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import { signMessage } from "../http/signature.ts";
import { follow } from "./follow.ts";
import {
  awaitOutcome,
  findAsking,
  expectThat,
  isRefusal,
  buildRequest,
  query,
  send,
  submit,
  type Case,
  type RawRequest,
  type Trial,
} from "./trial.ts";

const TOO_OLD_S = 600;
const MEBIBYTE = 2 ** 20;
const pickFirstJob = ({ jobs }: Trial): string => jobs[0] ?? "";

/** Returns a case that submits a request with an invalid signature. Expects 401, and that the request stays unknown. */
const createWronglySignedCase = (
  id: string,
  description: string,
  change: (body: string) => Partial<RawRequest>,
): Case => ({
  id,
  description,
  needs: "http",
  async play(trial) {
    const request = buildRequest(trial, pickFirstJob(trial));
    const body = JSON.stringify(request);
    const { status } = await send(trial, { path: "/asks", body, ...change(body) });
    expectThat(status === 401, `it answers ${status} instead of 401`);
    expectThat((await query(trial, request.id)) === "unknown", "the ask was taken");
  },
});
const readNowSeconds = (): number => Math.floor(Date.now() / 1_000);

/** Returns a case in which the payment must not succeed. */
const createNeverPaidCase = (
  id: string,
  description: string,
  payload: (trial: Trial) => Record<string, string>,
): Case => ({
  id,
  description,
  needs: "http",
  async play(trial) {
    const hasCurrency = (item: string) => findAsking(trial, item).fields.some(({ name }) => name === "currency");
    const job = trial.jobs.find(hasCurrency) ?? pickFirstJob(trial);
    const request = buildRequest(trial, job, payload(trial));
    const { status } = await send(trial, { path: "/asks", body: JSON.stringify(request) });
    if (isRefusal(status)) return;
    const outcome = await awaitOutcome(trial, request.id);
    expectThat(outcome.state === "refused", `its outcome is "${outcome.state}" instead of a refusal`);
    follow(trial, request, outcome);
  },
});

export const httpCases: readonly Case[] = [
  createWronglySignedCase("signature.none", "a request without a signature is refused", () => ({ sign: () => ({}) })),
  createWronglySignedCase("signature.key", "a signature by another key is refused", () => ({
    secrets: [randomBytes(32)],
  })),
  createWronglySignedCase("signature.old", "a signature of ten minutes ago is refused", () => ({
    timestamp: readNowSeconds() - TOO_OLD_S,
  })),
  createWronglySignedCase("signature.ahead", "a signature of ten minutes ahead is refused", () => ({
    timestamp: readNowSeconds() + TOO_OLD_S,
  })),
  createWronglySignedCase("signature.body", "a body that was changed is refused", (body) => ({
    body: body.replace("Trial Ltd", "Thief Ltd"),
    signed: body,
  })),
  {
    id: "signature.query",
    description: "a query without a signature is refused",
    needs: "http",
    async play(trial) {
      const { status } = await send(trial, { method: "GET", path: "/asks/x", sign: () => ({}) });
      expectThat(status === 401, `it answers ${status} instead of 401`);
    },
  },
  {
    id: "signature.two",
    description: "of two signatures, as while secrets are exchanged, one right one is enough",
    needs: "http",
    async play(trial) {
      const request = buildRequest(trial, pickFirstJob(trial));
      const secrets = [randomBytes(32), ...(trial.http?.secrets ?? [])];
      const { status } = await send(trial, { path: "/asks", body: JSON.stringify(request), secrets });
      expectThat(status >= 200 && status < 300, `it answers ${status}`);
    },
  },
  {
    id: "ask.other",
    description: "the same id with another order is refused, and the first one stays",
    needs: "http",
    async play(trial) {
      const request = buildRequest(trial, pickFirstJob(trial), { amount: "2000.00" });
      const { reference } = await submit(trial, request);
      const other = { ...request, payload: { ...request.payload, amount: "9000.00" } };
      const { status } = await send(trial, { path: "/asks", body: JSON.stringify(other) });
      expectThat(isRefusal(status), `it answers ${status}`);
      const found = await query(trial, request.id);
      expectThat(found !== "unknown" && found.reference === reference, "the first ask is not the same any more");
    },
  },
  {
    id: "ask.noJob",
    description: "an ask of a job that it does not answer is refused and stays unknown",
    needs: "http",
    async play(trial) {
      const request = { ...buildRequest(trial, pickFirstJob(trial)), job: "no.such" };
      const { status } = await send(trial, { path: "/asks", body: JSON.stringify(request) });
      expectThat(isRefusal(status), `it answers ${status}`);
      expectThat((await query(trial, request.id)) === "unknown", "the ask was taken");
    },
  },
  {
    id: "body.malformed",
    description: "a body that is no JSON is refused as such",
    needs: "http",
    async play(trial) {
      const { status } = await send(trial, { path: "/asks", body: '{"id":' });
      expectThat(isRefusal(status), `it answers ${status}`);
    },
  },
  {
    id: "body.large",
    description: "a name of 1 MiB is taken or refused, and nothing breaks",
    needs: "http",
    async play(trial) {
      const request = buildRequest(trial, pickFirstJob(trial), { remark: "x".repeat(MEBIBYTE) });
      const { status } = await send(trial, { path: "/asks", body: JSON.stringify(request) });
      expectThat(status < 500, `it answers ${status}`);
      await trial.port.health();
    },
  },
  createNeverPaidCase("amount.currency", "a currency that does not exist is never paid", () => ({ currency: "ZZZ" })),
  createNeverPaidCase("amount.digits", "an amount with more digits than its currency has is never paid", () => ({
    amount: "100.001",
  })),
  createNeverPaidCase("amount.negative", "a negative amount is never paid", () => ({ amount: "-100.00" })),
  {
    id: "path.unknown",
    description: "a path that does not exist is no unknown ask",
    needs: "http",
    async play(trial) {
      const { status, body } = await send(trial, { method: "GET", path: "/no/such/path" });
      expectThat(isRefusal(status), `it answers ${status}`);
      expectThat(!JSON.stringify(body ?? "").includes('"unknown"'), "the body says unknown");
    },
  },
  {
    id: "lost.answer",
    description: "an ask whose answer was lost is known, or can be submitted again as the same",
    needs: "http",
    async play(trial) {
      const request = buildRequest(trial, pickFirstJob(trial));
      const timeout = AbortSignal.timeout(1);
      await send(trial, { path: "/asks", body: JSON.stringify(request), signal: timeout }).catch(() => undefined);
      const found = await query(trial, request.id);
      const { reference } = await submit(trial, request);
      expectThat(found === "unknown" || found.reference === reference, "the ask has two references");
    },
  },
  {
    id: "lost.body",
    description: "a request that breaks off leaves nothing behind",
    needs: "http",
    async play(trial) {
      const request = buildRequest(trial, pickFirstJob(trial));
      await sendHalf(trial, JSON.stringify(request));
      expectThat((await query(trial, request.id)) === "unknown", "half an ask was taken");
      await submit(trial, request);
    },
  },
];

/** Sends a request that ends in the middle of its body. */
async function sendHalf({ http }: Trial, body: string): Promise<void> {
  expectThat(http !== undefined, "an in-process provider has no address");
  const { hostname, port, protocol } = new URL(http.url);
  // Skip over TLS, which itself detects a truncated message.
  if (protocol !== "http:") return;
  const headers = signMessage(http.secrets, { id: "half", timestamp: readNowSeconds(), body });
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = ["POST /asks HTTP/1.1", `host: ${hostname}`, `content-length: ${Buffer.byteLength(body)}`, ...lines];
  await new Promise<void>((resolve) => {
    const socket = connect(Number(port || 80), hostname, () => {
      socket.write(`${head.join("\r\n")}\r\n\r\n${body.slice(0, body.length / 2)}`, () => {
        socket.destroy();
        resolve();
      });
    });
    socket.once("error", () => resolve());
  });
}
