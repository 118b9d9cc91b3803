/** The list's own query as a file. */
import { fill, type Entity, type Lang, type Row } from "../../../src/engine/index.ts";
import en from "../../../locales/en/engine.json";
import zh from "../../../locales/zh/engine.json";
import { exportFile, type ExportFormat } from "../../export/export.ts";
import type { Actor } from "../../core/actor.ts";
import { Failure } from "../../core/failure.ts";
import { noteSecurity } from "../../audit/security-log.ts";
import type { Database } from "../../store/database.ts";
import { maySeeWhole, present, type Purpose } from "../../records/present.ts";
import { TICKET_HEADER } from "../../http/call-headers.ts";
import { FileAnswer } from "../../core/file-answer.ts";
import type { CallContext, EntityHandler } from "../handler.ts";
import { recordsFor } from "../../records/labels.ts";
import { checkFlag, checkOneOf, isOn, queryOf, type ParameterCheck } from "../../records/list-query.ts";
import { unknownName } from "../../records/query-errors.ts";
import { countRows, positionIn, readBatches } from "../../records/record-sources.ts";

const words: Record<Lang, Record<string, string>> = { zh, en };
/** Largest number of selected records that one export accepts. */
const MAX_IDS = 10_000;
/** Most records of one export. The embedded engine sorts them on the one connection that all calls share: half a million take it some seconds. */
const MOST_ROWS: Record<Database["engine"], number> = { pglite: 500_000, postgres: 2_000_000 };

/** Waits for the user's turn; the `export-ticket` header names the export for `exportLine`. */
export const exportList: EntityHandler = async (call, entity) => {
  const { services, actor, session, signal } = call;
  const wanted = wantedOf(call, entity);
  // Before the wait: a proof is good for two minutes.
  if (isOn(wanted.given.whole)) await confirmWhole(call, entity);
  const turn = await services.exports.take({
    tenant: actor.tenant,
    userId: session.user.id,
    ticket: call.header(TICKET_HEADER),
    signal,
  });
  try {
    // Whoever waited may have been signed out meanwhile.
    await call.readmit();
    const answer = await makeFile(call, wanted);
    answer.content.once("close", turn.end);
    turn.made();
    return answer;
  } catch (error) {
    turn.end();
    throw error;
  }
};

const FORMATS: readonly ExportFormat[] = ["xlsx", "csv"];

/** Parameters beyond the list's: `format` (xlsx, csv), `cols` (names of columns), `ids` (a selection), `whole` (what masks hide, whole; with a proof), `excel` (CSV for spreadsheets). A file has no pages: those of a list's own parameters change nothing. */
function wantedOf(call: CallContext, entity: Entity) {
  const { services, actor, lang } = call;
  const checkColumns = columnsCheck(entity);
  const { query, given } = queryOf(call, entity, {
    totals: checkFlag,
    format: checkOneOf(FORMATS),
    cols: checkColumns,
    fields: checkColumns,
    ids: () => [],
    excel: checkFlag,
    whole: checkFlag,
  });
  const format = FORMATS.find((one) => one === given.format) ?? "xlsx";
  const ids = listOf(given.ids);
  if (ids && ids.length > MAX_IDS) throw new Failure("exportTooLarge");
  const reader = { tenant: actor.tenant, lang, actor };
  positionIn(services, entity, query, reader);
  return { entity, query, given, format, ids, reader };
}

async function makeFile(
  call: CallContext,
  { entity, query, given, format, ids, reader }: ReturnType<typeof wantedOf>,
): Promise<FileAnswer> {
  const { services, lang, session, signal } = call;
  const whole = isOn(given.whole);
  const total = await countRows(services, entity, query, { ...reader, ids });
  const most = MOST_ROWS[services.db.engine];
  if (total > most) throw new Failure("exportTooMany", { rows: total, most });
  const file = await exportFile({
    entity,
    query,
    columns: listOf(given.cols ?? given.fields),
    lang,
    format,
    batches: presented(
      entity,
      readBatches(services, entity, query, { ...reader, ids, signal }),
      call.actor,
      whole ? "wholeExport" : "export",
    ),
    total,
    now: services.clock.now(),
    word: (key, params) => wordOf(lang, key, params),
    read: recordsFor(services, reader),
    selected: ids !== undefined,
    forExcel: isOn(given.excel),
    signal,
  });
  const detail = {
    format,
    rows: file.rows,
    filters: Object.keys(query.filters),
    selected: ids !== undefined,
    ...(whole ? { whole } : {}),
  };
  await noteSecurity(call, session.user, `${entity.name}.export`, detail, entity.name);
  return new FileAnswer(file.stream, file.headers);
}

async function* presented(
  entity: Entity,
  batches: AsyncIterable<readonly Row[]>,
  actor: Actor,
  purpose: Purpose,
): AsyncGenerator<readonly Row[]> {
  for await (const rows of batches) yield rows.map((row) => present(entity, row, actor, purpose));
}

/** Lets whole values into the file of whoever may have them and confirmed it. Throws `notGranted`, `proofMissing`, `proofWrong`. */
async function confirmWhole({ services, actor, consumeProof }: CallContext, entity: Entity): Promise<void> {
  if (!maySeeWhole(entity, actor)) throw new Failure("notGranted");
  if (!(await services.db.tx(consumeProof))) throw new Failure("proofMissing");
}

const listOf = (given: unknown): string[] | undefined => {
  if (Array.isArray(given)) return given.map(String);
  return typeof given === "string" && given !== "" ? given.split(",") : undefined;
};
/** Checks names of columns: fields that a file can hold. */
const columnsCheck =
  (entity: Entity): ParameterCheck =>
  (given, pointer, lang) => {
    const known = entity.fields
      .filter((field) => !field.writeOnly && !field.local)
      .map(({ name }) => [name, entity.text(`field.${name}.label`, lang)] as const);
    return (listOf(given) ?? [])
      .filter((name) => !known.some(([one]) => one === name))
      .map((name) => unknownName("column", { pointer, given: name }, known, lang));
  };

/** A word of the engine in the reader's language; `key_one` where `count` is one and one is said differently. */
export function wordOf(lang: Lang, key: string, params: Record<string, string | number> = {}): string {
  return fill((params["count"] === 1 ? words[lang][`${key}_one`] : undefined) ?? words[lang][key] ?? key, params);
}
