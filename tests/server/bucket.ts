/**
 * In-process object storage that implements the part of the S3 protocol that the product uses. Rejects requests with a
 * wrong signature or digest.
 */
import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

const sha256 = (data: Buffer | string) => createHash("sha256").update(data).digest("hex");
const hmac = (key: Buffer | string, text: string) => createHmac("sha256", key).update(text).digest();

/** Computes the signature of a request according to the S3 specification, independently of the product's library. */
function signatureOf({ method = "", url = "", headers }: IncomingMessage, secret: string): string {
  const [, date = "", region = "", service = "", names = ""] =
    /Credential=[^/]+\/(\d+)\/([^/]+)\/([^/]+)\/aws4_request, SignedHeaders=([^,]+)/.exec(
      headers.authorization ?? "",
    ) ?? [];
  const { pathname, searchParams } = new URL(url, "http://bucket");
  searchParams.sort();
  const canonical = [
    method,
    pathname,
    searchParams.toString().replaceAll("+", "%20"),
    ...names.split(";").map((name) => `${name}:${String(headers[name])}`),
    "",
    names,
    String(headers["x-amz-content-sha256"]),
  ].join("\n");
  const scope = `${date}/${region}/${service}/aws4_request`;
  const key = [date, region, service, "aws4_request"].reduce<Buffer | string>(hmac, `AWS4${secret}`);
  const text = ["AWS4-HMAC-SHA256", String(headers["x-amz-date"]), scope, sha256(canonical)].join("\n");
  return hmac(key, text).toString("hex");
}

/** Starts the storage with a bucket named `bucket`. `pageSize`: number of keys per listing page. */
export async function openBucket(secret: string, pageSize = 2) {
  const files = new Map<string, { body: Buffer; at: number }>();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const body = Buffer.concat(parts);
      const given = /Signature=(\w+)/.exec(request.headers.authorization ?? "")?.[1];
      const digest = request.headers["x-amz-content-sha256"];
      const isWhole = digest === "UNSIGNED-PAYLOAD" || digest === sha256(body);
      if (given !== signatureOf(request, secret) || !isWhole) return void response.writeHead(403).end();
      const { pathname, searchParams } = new URL(request.url ?? "", "http://bucket");
      const name = decodeURIComponent(pathname.replace("/bucket/", ""));
      if (searchParams.get("list-type")) {
        const names = [...files.keys()]
          .filter((one) => one.startsWith(searchParams.get("prefix") ?? ""))
          .toSorted()
          .filter((one) => one > (searchParams.get("continuation-token") ?? ""));
        const page = names.slice(0, pageSize);
        const entries = page.map(
          (one) =>
            `<Contents><Key>${one}</Key><LastModified>${new Date(files.get(one)!.at).toISOString()}</LastModified></Contents>`,
        );
        const next = names.length > pageSize ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : "";
        return void response.end(`<ListBucketResult>${entries.join("")}${next}</ListBucketResult>`);
      }
      if (request.method === "PUT") files.set(name, { body, at: Date.now() });
      else if (!files.has(name)) return void response.writeHead(404).end();
      else if (request.method === "DELETE") files.delete(name);
      const content = request.method === "PUT" ? Buffer.alloc(0) : (files.get(name)?.body ?? Buffer.alloc(0));
      response.writeHead(200, { "content-length": content.length });
      response.end(request.method === "HEAD" ? undefined : content);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/bucket`,
    files,
    close: () => void (server.closeAllConnections(), server.close()),
  };
}
