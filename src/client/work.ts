/** Does the work that the server asks of an unknown browser, off the page's own thread. Loaded when it is asked for. */
import { ownScript } from "../engine/index.ts";
import { type Found, search, type Search } from "./work-search.ts";
// oxlint-disable-next-line import/default
import workerUrl from "./work-worker.ts?worker&url";
import { working } from "./working.ts";

/** Numbers at a time on the page's own thread, so that it goes on answering. */
const SLICE = 4_096;

/** The challenge with its answer, for the header `work`; empty where it has none. */
export async function solve(asked: Record<string, unknown>): Promise<string> {
  const job: Search = { salt: String(asked.salt), target: String(asked.target), most: Number(asked.most) };
  working.set(true);
  try {
    const number = await inWorker(job).catch(() => inSlices(job));
    return number === undefined ? "" : `${String(asked.challenge)}.${number}`;
  } finally {
    working.set(false);
  }
}

/** Rejects where the browser starts no worker. */
async function inWorker(job: Search): Promise<Found> {
  const worker = new Worker(ownScript(workerUrl), { type: "module" });
  return new Promise<Found>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<{ number: Found }>) => resolve(data.number);
    worker.onerror = reject;
    worker.postMessage(job);
  }).finally(() => worker.terminate());
}

/** Where there are no workers. */
async function inSlices(job: Search): Promise<Found> {
  for (let from = 0; from < job.most; from += SLICE) {
    const number = search(job, from, from + SLICE);
    if (number !== undefined) return number;
    await new Promise((resolve) => setTimeout(resolve));
  }
  return undefined;
}
