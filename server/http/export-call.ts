/** The list's own query as a file. */
import { fill, maskRow, type Entity, type Lang, type Row } from "../../src/engine/index.ts";
import en from "../../locales/en/engine.json";
import zh from "../../locales/zh/engine.json";
import { exportFile, type ExportFormat } from "../export/export.ts";
import { Failure } from "../failure.ts";
import { noteSecurity } from "../session/security-log.ts";
import { FileAnswer, type Handler } from "./call.ts";
import { recordsFor } from "./labels.ts";
import { queryOf } from "./list-query.ts";
import { readBatches, readPage } from "./sources.ts";

const words: Record<Lang, Record<string, string>> = { zh, en };
/** More chosen records than a person picks by hand. */
const MAX_IDS = 10_000;

/** Parameters beyond the list's: `format` (xlsx, csv), `cols` (names of columns), `ids` (a selection), `excel` (CSV for Excel). */
export const exportList: Handler = async (call) => {
  const entity = call.route.entity!;
  const { deps, actor, lang, body, session } = call;
  const format: ExportFormat = body.format === "csv" ? "csv" : "xlsx";
  const query = queryOf(call, entity);
  const ids = listOf(body.ids);
  if (ids && ids.length > MAX_IDS) throw new Failure("exportTooLarge");
  const reader = { m: actor.merId, lang, actor };
  const { total } = await readPage(deps, entity, { ...query, page: 1, cursor: undefined }, reader, { totals: true, ids });
  const file = await exportFile({
    entity,
    query,
    columns: columnsOf(entity, listOf(body.cols ?? body.fields)),
    lang,
    format,
    batches: masked(entity, readBatches(deps, entity, query, reader, ids)),
    total,
    now: deps.clock.now(),
    word: (key, params) => wordOf(lang, key, params),
    read: recordsFor(deps, reader),
    selected: ids !== undefined,
    forExcel: ["1", "true"].includes(String(body.excel ?? "")),
  });
  const detail = { format, rows: file.rows, filters: Object.keys(query.filters), selected: ids !== undefined };
  await noteSecurity(call, session.user, `${entity.name}.export`, detail, entity.name);
  return new FileAnswer(file.stream, file.headers);
};

async function* masked(entity: Entity, batches: AsyncIterable<readonly Row[]>): AsyncGenerator<readonly Row[]> {
  for await (const rows of batches) yield rows.map((row) => maskRow(entity, row, "export"));
}

const listOf = (given: unknown): string[] | undefined => {
  if (Array.isArray(given)) return given.map(String);
  return typeof given === "string" && given !== "" ? given.split(",") : undefined;
};
/** Columns that the entity has; without any the list's own. */
function columnsOf(entity: Entity, names: string[] | undefined): string[] | undefined {
  const known = names?.filter((name) => entity.fields.some((field) => field.name === name && !field.writeOnly && !field.local));
  return known && known.length > 0 ? known : undefined;
}

/** A word of the engine in the reader's language; `key_one` where `count` is one and one is said differently. */
export function wordOf(lang: Lang, key: string, params: Record<string, string | number> = {}): string {
  return fill((params["count"] === 1 ? words[lang][`${key}_one`] : undefined) ?? words[lang][key] ?? key, params);
}
