/** The entity's call `template`: the file that a person fills in, headed in his language. */
import { Readable } from "node:stream";
import { sheetFile, templateSheet, type Entity } from "../../src/engine/index.ts";
import { nodeZip } from "../export/deflate.ts";
import { disposition } from "../export/export.ts";
import { FileAnswer, type CallRequest, type Handler } from "../http/call.ts";
import { wordOf } from "../http/export-call.ts";

/** The handler. */
export const templateCall: Handler = async (call) => templateOf(call, call.route.entity!);

/** The template of an entity's import, in the reader's language. */
export async function templateOf(call: Pick<CallRequest, "deps" | "lang">, entity: Entity): Promise<FileAnswer> {
  const sheet = templateSheet(entity, call.lang, (key, params) => wordOf(call.lang, key, params));
  const chunks: Uint8Array[] = [];
  for await (const chunk of sheetFile(sheet, nodeZip, call.deps.clock.now())) chunks.push(chunk);
  const file = Buffer.concat(chunks);
  const name = `${sheet.title.replace(/[\\/:*?"<>|\s]+/g, "_")}.xlsx`;
  return new FileAnswer(Readable.from([file]), {
    "content-type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "content-length": String(file.length),
    "content-disposition": disposition(name, `${entity.name}_template.xlsx`),
  });
}
