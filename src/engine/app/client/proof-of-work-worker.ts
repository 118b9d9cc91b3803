/** Web worker for the search: receives one job and posts one result. */
import { search, type Found, type Search } from "./proof-of-work-search.ts";

const reply = (message: { number: Found }) =>
  (self as unknown as { postMessage(message: { number: Found }): void }).postMessage(message);

self.onmessage = ({ data }: MessageEvent<Search>) => reply({ number: search(data) });
