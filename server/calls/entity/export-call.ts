/** The call `export`: exports the rows of a list query as a file. */
import { interpolate, type Entity, type Lang, type Row } from "@portolan/engine";
import en from "@portolan/engine/locales/en/engine.json";
import zh from "@portolan/engine/locales/zh/engine.json";
import { exportFile, type ExportedFile, type ExportFormat } from "../../export/export.ts";
import type { Actor } from "../../core/actor.ts";
import { Failure } from "../../core/failure.ts";
import { auditSecurityEvent } from "../../audit/security-log.ts";
import type { Services } from "../../http/services.ts";
import type { Database } from "../../store/database.ts";
import { canSeeWhole, present, type Purpose } from "../../records/present.ts";
import { TICKET_HEADER } from "../../http/call-headers.ts";
import { FileDownload } from "../../core/file-download.ts";
import type { CallContext, EntityHandler } from "../handler.ts";
import { exportDocuments } from "./export-documents.ts";
import { readFromReplica } from "./replica-reads.ts";
import { createRecordReader } from "../../records/labels.ts";
import { checkFlag, checkWord, isOn, readListQuery, type ParameterCheck } from "../../records/list-query.ts";
import { describeUnknownName } from "../../records/query-errors.ts";
import { countRows, findPosition, readBatches } from "../../records/record-sources.ts";

const texts: Record<Lang, Record<string, string>> = { zh, en };
/** Maximum number of selected records in one export. */
const MAX_IDS = 10_000;
/**
 * Maximum number of records in one export. It is lower on PGlite, which sorts on the single connection that all calls
 * share: half a million rows take seconds.
 */
const MAX_ROWS: Record<Database["engine"], number> = { pglite: 500_000, postgres: 2_000_000 };

/**
 * Waits in the export queue, then writes the file. `exportLine` reports the position of the export named by the
 * `export-ticket` header.
 */
export const exportList: EntityHandler = async (call, entity) => {
  const { services, actor, session, signal } = call;
  const wanted = readRequest(call, entity);
  // Check the proof before the wait, because it is valid for only two minutes.
  if (isOn(wanted.given.whole)) await assertWholeConfirmed(call, entity);
  const slot = await services.exports.take({
    tenant: actor.tenant,
    userId: session.user.id,
    ticket: call.header(TICKET_HEADER),
    signal,
  });
  try {
    // The session may have ended during the wait.
    await call.readmit();
    const createFile = await (wanted.format === PDF_FORMAT
      ? makeDocuments(call, wanted)
      : makeFile(call, wanted, wanted.format));
    createFile.content.once("close", slot.end);
    slot.releaseSlot();
    return createFile;
  } catch (error) {
    slot.end();
    throw error;
  }
};

const FORMATS: readonly ExportFormat[] = ["xlsx", "csv"];
const PDF_FORMAT = "pdf";
const listFormats = ({ receipt }: Entity): readonly (ExportFormat | typeof PDF_FORMAT)[] =>
  receipt ? [...FORMATS, PDF_FORMAT] : FORMATS;

/**
 * Reads the list parameters and `format` (xlsx, csv; pdf for records with a document), `cols` (column names, also
 * accepted as `fields`), `ids` (a selection), `whole` (unmasked values, with a proof), `excel` (CSV for spreadsheets).
 * Paging parameters are checked, but have no effect.
 */
function readRequest(call: CallContext, entity: Entity) {
  const { services, actor, lang } = call;
  const checkColumns = createColumnsCheck(entity);
  const { query, given } = readListQuery(call, entity, {
    totals: checkFlag,
    format: checkWord(listFormats(entity)),
    cols: checkColumns,
    fields: checkColumns,
    ids: () => [],
    excel: checkFlag,
    whole: checkFlag,
  });
  const format = listFormats(entity).find((format) => format === given.format) ?? "xlsx";
  const ids = readList(given.ids);
  if (ids && ids.length > MAX_IDS) throw new Failure("exportTooLarge");
  const reader = { tenant: actor.tenant, lang, actor };
  findPosition(services, entity, query, reader);
  return { entity, query, given, format, ids, reader };
}

async function makeFile(
  call: CallContext,
  request: ReturnType<typeof readRequest>,
  format: ExportFormat,
): Promise<FileDownload> {
  const { entity, query, given, ids } = request;
  const file = await readFromReplica(call, (services) => writeFile(call, services, request, format));
  await auditExport(call, { entity, query, ids, format, rows: file.rows, whole: isOn(given.whole) });
  return new FileDownload(file.stream, file.headers);
}

/** Writes the file with rows read by `services`. Nothing is sent yet, so that it may be written again from another. */
async function writeFile(
  { actor, lang, signal }: CallContext,
  services: Services,
  { entity, query, given, ids, reader }: ReturnType<typeof readRequest>,
  format: ExportFormat,
): Promise<ExportedFile> {
  const total = await countRows(services, entity, query, { ...reader, ids });
  const most = MAX_ROWS[services.db.engine];
  if (total > most) throw new Failure("exportTooMany", { rows: total, most });
  return exportFile({
    entity,
    query,
    columns: readList(given.cols ?? given.fields),
    lang,
    format,
    batches: presentBatches(
      entity,
      readBatches(services, entity, query, { ...reader, ids, signal }),
      actor,
      isOn(given.whole) ? "wholeExport" : "export",
    ),
    total,
    now: services.clock.now(),
    t: (key, params) => formatWord(lang, key, params),
    read: createRecordReader(services, reader),
    selected: ids !== undefined,
    forExcel: isOn(given.excel),
    signal,
  });
}

/**
 * Writes the documents of the records that match the request. Reads from the primary, as a record's detail page does.
 */
async function makeDocuments(
  call: CallContext,
  { entity, query, given, ids }: ReturnType<typeof readRequest>,
): Promise<FileDownload> {
  const { services, actor, lang, signal } = call;
  const whole = isOn(given.whole);
  const { answer, rows } = await exportDocuments(services, { entity, query, ids, actor, lang, whole, signal });
  await auditExport(call, { entity, query, ids, format: PDF_FORMAT, rows, whole });
  return answer;
}

interface Exported extends Pick<ReturnType<typeof readRequest>, "entity" | "query" | "ids" | "format"> {
  rows: number;
  whole: boolean;
}
const auditExport = (call: CallContext, { entity, query, ids, format, rows, whole }: Exported): Promise<void> =>
  auditSecurityEvent(call, call.session.user, `${entity.name}.export`, {
    detail: {
      format,
      rows,
      filters: Object.keys(query.filters),
      selected: ids !== undefined,
      ...(whole ? { whole } : {}),
    },
    object: entity.name,
  });

/** Yields the batches with each row formatted and masked for the file. */
async function* presentBatches(
  entity: Entity,
  batches: AsyncIterable<readonly Row[]>,
  actor: Actor,
  purpose: Purpose,
): AsyncGenerator<readonly Row[]> {
  for await (const rows of batches) yield rows.map((row) => present(entity, row, actor, purpose));
}

/**
 * Asserts that the user may export unmasked values and has confirmed it.
 *
 * @throws Failure `notGranted`, `proofMissing`, `proofWrong`
 */
async function assertWholeConfirmed({ services, actor, consumeProof }: CallContext, entity: Entity): Promise<void> {
  if (!canSeeWhole(entity, actor)) throw new Failure("notGranted");
  if (!(await services.db.tx(consumeProof))) throw new Failure("proofMissing");
}

/**
 * Reads a list of strings, given as repeated parameters or separated by commas; undefined for a missing value or an
 * empty string.
 */
const readList = (given: unknown): string[] | undefined => {
  if (Array.isArray(given)) return given.map(String);
  return typeof given === "string" && given !== "" ? given.split(",") : undefined;
};
/** Returns a function that checks column names against the fields that a file can contain. */
const createColumnsCheck =
  (entity: Entity): ParameterCheck =>
  (given, pointer, lang) => {
    const known = entity.fields
      .filter((field) => !field.writeOnly && !field.local)
      .map(({ name }) => [name, entity.label(name, lang)] as const);
    return (readList(given) ?? [])
      .filter((name) => !known.some(([item]) => item === name))
      .map((name) => describeUnknownName("column", { pointer, given: name }, known, lang));
  };

/**
 * Returns an engine message in the reader's language, or `key` when no such message exists. Uses `key_one` when `count`
 * is one and that message exists.
 */
export function formatWord(lang: Lang, key: string, params: Record<string, string | number> = {}): string {
  return interpolate(
    (params["count"] === 1 ? texts[lang][`${key}_one`] : undefined) ?? texts[lang][key] ?? key,
    params,
  );
}
