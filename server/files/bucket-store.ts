/** Stores files in an S3-compatible bucket. Requests are signed with SigV4 (aws4fetch). */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { AwsClient } from "aws4fetch";
import type { FileKey, FileStore } from "./file-store.ts";

export interface BucketSettings {
  /** Path-style URL of the bucket, with an optional prefix: `https://s3.example.com/bucket/portolan`. */
  url: string;
  region: string;
  accessKey: string;
  secretKey: string;
}

const TIMEOUT_MS = 30_000;

/** Creates the store of a bucket. A request fails when it is refused or takes longer than 30 seconds. */
export function createBucketStore({ url, region, accessKey, secretKey }: BucketSettings): FileStore {
  const client = new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    region,
    service: "s3",
    retries: 2,
  });
  const root = new URL(url);
  const prefix = root.pathname.split("/").slice(2).filter(Boolean).join("/");
  const bucket = `${root.origin}/${root.pathname.split("/")[1] ?? ""}`;
  const nameOf = ({ tenant, id }: FileKey) => [...(prefix ? [prefix] : []), tenant, id].join("/");
  const send = (path: string, init: RequestInit = {}) =>
    client.fetch(`${bucket}${path}`, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  const requestFile = (key: FileKey, init: RequestInit = {}) =>
    send(`/${nameOf(key).split("/").map(encodeURIComponent).join("/")}`, init);
  const head = async (key: FileKey) => {
    const response = await requestFile(key, { method: "HEAD" });
    if (response.status === 404) return undefined;
    requireOk(response, "HEAD", key);
    return { size: Number(response.headers.get("content-length") ?? 0) };
  };
  return {
    about: `s3:${url}`,
    isLocal: false,
    head,
    async put(key, content) {
      if (await head(key)) return void content.destroy();
      const chunks: Buffer[] = [];
      for await (const chunk of content) chunks.push(Buffer.from(chunk));
      const body = Buffer.concat(chunks);
      const digest = createHash("sha256").update(body).digest("hex");
      requireOk(
        await requestFile(key, { method: "PUT", body, headers: { "x-amz-content-sha256": digest } }),
        "PUT",
        key,
      );
    },
    get: (key) => Readable.from(readBody(requestFile(key), key), { objectMode: false }),
    async delete(key) {
      const response = await requestFile(key, { method: "DELETE" });
      if (response.status !== 404) requireOk(response, "DELETE", key);
    },
    list: (before) => listPlaces(send, prefix, before),
  };
}

/** Yields the body of a response. @throws Error when the request was refused */
async function* readBody(asked: Promise<Response>, key: FileKey): AsyncGenerator<Uint8Array> {
  const response = await asked;
  requireOk(response, "GET", key);
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) yield part.value;
}

/** Yields the files below a prefix of a bucket that were stored before a time, page by page. */
async function* listPlaces(
  send: (path: string) => Promise<Response>,
  prefix: string,
  before: number,
): AsyncGenerator<FileKey[]> {
  for (let token = ""; ;) {
    const query = new URLSearchParams({ "list-type": "2", ...(prefix && { prefix: `${prefix}/` }) });
    if (token) query.set("continuation-token", token);
    const response = await send(`?${query.toString()}`);
    requireOk(response, "LIST", { tenant: "", id: prefix });
    const text = await response.text();
    yield readEntries(text)
      .filter(({ at }) => at < before)
      .flatMap(({ name }) => toFileKey(name.slice(prefix ? prefix.length + 1 : 0)));
    token = readTag(text, "NextContinuationToken") ?? "";
    if (!token) return;
  }
}

/** Asserts that a request succeeded. @throws Error that names the request, without the response body */
function requireOk({ ok, status }: Pick<Response, "ok" | "status">, method: string, { id }: FileKey): void {
  if (!ok) throw new Error(`the bucket answered ${method} ${id} with ${status}`);
}

/** Parses the name of an object as a file key. Empty for a name that this store did not create. */
function toFileKey(name: string): FileKey[] {
  const [tenant, id, ...more] = name.split("/");
  return tenant !== undefined && id !== undefined && more.length === 0 ? [{ tenant, id }] : [];
}

/** Returns the unescaped text of the first XML element with this name; undefined when there is none. */
function readTag(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return text?.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}

/** Returns each object key in a listing, with the time when it was stored. */
const readEntries = (xml: string): { name: string; at: number }[] =>
  [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = ""]) => ({
    name: readTag(entry, "Key") ?? "",
    at: Date.parse(readTag(entry, "LastModified") ?? ""),
  }));
