/**
 * Solves the proof of work that the server requires of an unknown browser, without blocking the main thread. Loaded on
 * demand.
 */
import { createTrustedScriptUrl } from "../../base/trusted-script-url.ts";
import { type Found, search, type Search } from "./proof-of-work-search.ts";
// oxlint-disable-next-line import/default
import workerUrl from "./proof-of-work-worker.ts?worker&url";
import { proofOfWorkRunning } from "./proof-of-work-progress.ts";

/** Numbers tried per slice on the main thread, small enough to keep the page responsive. */
const SLICE = 4_096;

/** Returns the solution as `<challenge>.<number>` for the `work` header, or an empty string when there is none. */
export async function solveProofOfWork(challenge: Record<string, unknown>): Promise<string> {
  const job: Search = { salt: String(challenge.salt), target: String(challenge.target), most: Number(challenge.most) };
  proofOfWorkRunning.set(true);
  try {
    const number = await searchInWorker(job).catch(() => searchInSlices(job));
    return number === undefined ? "" : `${String(challenge.challenge)}.${number}`;
  } finally {
    proofOfWorkRunning.set(false);
  }
}

/** Searches in a web worker. Rejects when the browser cannot start one. */
async function searchInWorker(job: Search): Promise<Found> {
  const worker = new Worker(createTrustedScriptUrl(workerUrl), { type: "module" });
  return new Promise<Found>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<{ number: Found }>) => resolve(data.number);
    worker.onerror = reject;
    worker.postMessage(job);
  }).finally(() => worker.terminate());
}

/** Searches in slices on the main thread, for browsers that cannot start a web worker. */
async function searchInSlices(job: Search): Promise<Found> {
  for (let from = 0; from < job.most; from += SLICE) {
    const number = search(job, from, from + SLICE);
    if (number !== undefined) return number;
    await new Promise((resolve) => setTimeout(resolve));
  }
  return undefined;
}
