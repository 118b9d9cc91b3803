/** Downloads and uploads files. Loaded on first use (`engine-ports.tsx`). */
import type { Row } from "../../model/field.ts";
import type { CallFailure, DownloadInit } from "../../model/ports.ts";
import { type Envelope, SUCCESS_CODE } from "../../model/envelope.ts";
import { hasCall, requireEndpoint } from "./declared-endpoints.ts";
import type { Endpoint } from "./endpoints.ts";
import { BASE, createFailure, handleStatus, request, send } from "./http.ts";
import { getFilePaths } from "../options.ts";
import { readToken, readUserId } from "./session.ts";

/** Interval at which a queued export is polled, in ms. Most files are ready before the first poll. */
const LINE_EVERY_MS = 2_000;

/**
 * Downloads a file and saves it under the name given by the server.
 * @throws CallFailure when the server refuses or no response arrives
 */
export async function download(
  call: Endpoint,
  body?: Row,
  { signal, onWaiting, proof }: DownloadInit = {},
): Promise<void> {
  const sentToken = readToken();
  const ticket = crypto.randomUUID();
  let [extendTimeout, done] = [() => {}, false];
  const line =
    onWaiting &&
    hasCall("exportLine") &&
    setInterval(() => {
      send(requireEndpoint("exportLine"), { ticket }, { passive: true }).then(
        ({ waiting, ahead }) => {
          if (done) return;
          if (waiting) extendTimeout();
          onWaiting(waiting ? Number(ahead) : undefined);
        },
        () => undefined,
      );
    }, LINE_EVERY_MS);
  const response = await request(call, body, { signal, proof }, "blob", {
    ticket,
    onExtend: (extend) => (extendTimeout = extend),
  }).finally(() => {
    done = true;
    if (line) clearInterval(line);
  });
  const blob = response._data as Blob;
  if (response.headers.get("content-type")?.startsWith("application/json")) {
    const envelope = JSON.parse(await blob.text()) as Envelope;
    handleStatus(200, envelope, sentToken);
    throw createFailure({
      kind: "refused",
      code: envelope.code,
      message: envelope.message,
      traceId: envelope.traceId,
      errors: (envelope.map as { errors?: CallFailure["errors"] }).errors,
    });
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = parseFileName(response.headers.get("content-disposition")) ?? "download";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

function parseFileName(disposition: string | null): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? "")?.[1];
  return encoded ? decodeURIComponent(encoded) : /filename="([^"]+)"/i.exec(disposition ?? "")?.[1];
}

/**
 * Uploads a file and reports its progress as a fraction. Uses XMLHttpRequest, because `fetch` does not report upload
 * progress.
 */
export function upload(
  file: File,
  purpose: string,
  { onProgress, signal }: { onProgress(fraction: number): void; signal: AbortSignal },
): Promise<{ id: string; name: string; size: number }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const sentToken = readToken();
    request.open("POST", BASE + getFilePaths().upload);
    request.responseType = "json";
    request.withCredentials = true;
    request.setRequestHeader("userId", readUserId());
    request.setRequestHeader("token", sentToken ?? "");
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total);
    request.onerror = () =>
      reject(createFailure({ kind: navigator.onLine ? "unknown" : "offline", code: 0, message: "" }));
    request.onabort = () => reject(new DOMException("", "AbortError"));
    request.onload = () => {
      const envelope = request.response as Envelope<{ id: string; name: string; size: number }> | null;
      // A response without an envelope comes from a proxy or another server in between.
      handleStatus(envelope || request.status >= 300 ? request.status : 500, envelope ?? undefined, sentToken);
      if (envelope?.code === SUCCESS_CODE) return resolve(envelope.map);
      reject(
        createFailure({
          kind: "refused",
          code: envelope?.code ?? request.status,
          message: envelope?.message ?? "",
          traceId: envelope?.traceId,
        }),
      );
    };
    signal.addEventListener("abort", () => request.abort(), { once: true });
    const body = new FormData();
    body.append("purpose", purpose);
    body.append("file", file);
    request.send(body);
  });
}
