/** The worker that searches: one message in, one out. */
import { search, type Found, type Search } from "./proof-of-work-search.ts";

const answer = (message: { number: Found }) =>
  (self as unknown as { postMessage(message: { number: Found }): void }).postMessage(message);

self.onmessage = ({ data }: MessageEvent<Search>) => answer({ number: search(data) });
