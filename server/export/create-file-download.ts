import { Readable } from "node:stream";
import { FileDownload } from "../core/file-download.ts";
import { formatDisposition } from "./export.ts";

/** A finished file. `plain` is the ASCII form of its name. */
export interface GeneratedFile {
  name: string;
  plain: string;
  type: "application/pdf" | "application/zip";
  content: Buffer;
}

/** Returns the file as a download. Its headers sandbox the file if a browser opens it. */
export const createFileDownload = ({ name, plain, type, content }: GeneratedFile): FileDownload =>
  new FileDownload(Readable.from([content]), {
    "content-type": type,
    "content-length": String(content.length),
    "content-disposition": formatDisposition(name, plain),
    "content-security-policy": "sandbox; default-src 'none'",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  });
