/** The call `template`: returns an import template in the reader's language. */
import { Readable } from "node:stream";
import { recordLabel, writeSheetFile, buildTemplateSheet, type Entity, type Field } from "@portolan/engine";
import { nodeZip } from "../../export/deflate.ts";
import { formatDisposition } from "../../export/export.ts";
import { FileDownload } from "../../core/file-download.ts";
import type { CallContext, EntityHandler } from "../handler.ts";
import { formatWord } from "./export-call.ts";
import { readLists } from "@portolan/engine/folder";

export const templateCall: EntityHandler = buildTemplate;

export async function buildTemplate(
  { services, lang }: Pick<CallContext, "services" | "lang">,
  entity: Entity,
): Promise<FileDownload> {
  const listed = ({ options }: Field) => {
    if (!options || !("list" in options) || Object.keys(options.params).length > 0) return undefined;
    const list = services.schemas.entities.get(options.list);
    const rows = readLists(services.schemas, lang).get(options.list);
    return list && rows?.map((row) => ({ value: row[list.key], label: recordLabel(list, row, undefined, lang) }));
  };
  const sheet = buildTemplateSheet(entity, lang, (key, params) => formatWord(lang, key, params), listed);
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeSheetFile(sheet, nodeZip, services.clock.now())) chunks.push(chunk);
  const file = Buffer.concat(chunks);
  const name = `${sheet.title.replace(/[\\/:*?"<>|\s]+/g, "_")}.xlsx`;
  return new FileDownload(Readable.from([file]), {
    "content-type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "content-length": String(file.length),
    "content-disposition": formatDisposition(name, `${entity.name}_template.xlsx`),
  });
}
