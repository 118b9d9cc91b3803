/** Renders files as a spreadsheet shows them, and the entity as other programs and the database see it. */
import { read, utils } from "@e965/xlsx";
import { exportFile } from "../../server/export/export.ts";
import { formatWord } from "../../server/calls/entity/export-call.ts";
import { buildTemplate } from "../../server/calls/entity/template-call.ts";
import { apply } from "../../server/store/schema/apply.ts";
import type { Database } from "../../server/store/database.ts";
import { planMigration } from "../../server/store/schema/plan.ts";
import { computeShape } from "../../server/store/schema/shape.ts";
import { writeRecordType } from "@portolan/engine/compiler";
import { kind } from "../../src/payments/runtime.ts";
import { createEmptyQuery, maskRow, type CallPlan, type Lang, type Row } from "@portolan/engine";
import type { Trial } from "./workspace.ts";
import type { DerivedCode, Sheet, Sheets } from "./protocol.ts";
import { respond, createReader, createRows, SAMPLES } from "./sample-server.ts";

/** A file to download. */
export interface GeneratedFile {
  bytes: Buffer;
  headers: Record<string, string>;
}

/** Returns the export file or the import template; undefined when the entity has none. */
export async function createFile(
  trial: Trial,
  what: "export" | "template",
  lang: Lang,
): Promise<GeneratedFile | undefined> {
  const { own } = trial;
  if (what === "template")
    return own.list.import
      ? collectTemplate(
          await buildTemplate(
            { services: { clock: { now: Date.now } }, lang } as Parameters<typeof buildTemplate>[0],
            own,
          ),
        )
      : undefined;
  if (!own.list.export) return undefined;
  const rows = createRows(trial, own, lang, SAMPLES).map((row) => maskRow(own, row, "export"));
  const batches = (async function* () {
    yield rows;
  })();
  return collectFile(
    await exportFile({
      entity: own,
      query: createEmptyQuery(),
      lang,
      format: "xlsx",
      batches,
      total: rows.length,
      now: Date.now(),
      t: (key, params) => formatWord(lang, key, params),
      read: createReader(trial, lang),
    }),
  );
}

async function collectFile({
  stream,
  headers,
}: {
  stream: AsyncIterable<Uint8Array>;
  headers: Record<string, string>;
}): Promise<GeneratedFile> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return { bytes: Buffer.concat(chunks), headers };
}

const collectTemplate = ({ content, headers }: Awaited<ReturnType<typeof buildTemplate>>) =>
  collectFile({ stream: content, headers: { ...headers } });

/** Parses the files back into cells. */
export async function readSheets(trial: Trial, lang: Lang): Promise<Sheets> {
  const shown = async (what: "export" | "template"): Promise<Sheet | undefined> => {
    const file = await createFile(trial, what, lang);
    if (!file) return undefined;
    const book = read(file.bytes);
    return utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1, raw: false, defval: "" });
  };
  const [exported, template] = [await shown("export"), await shown("template")];
  return { ...(exported && { export: exported }), ...(template && { template }) };
}

/** Returns the calls with sample requests and responses, the TypeScript type, and the SQL statements of the table. */
export async function deriveCode(trial: Trial): Promise<DerivedCode> {
  const { own, compiled, shown } = trial;
  const call = trial.schemas.calls.get(own.name)?.call;
  const routes: CallPlan[] = shown.kind === "call" && call ? [call] : Object.values(own.calls);
  const [first = {}] = trial.valid(own.name);
  const calls = await Promise.all(
    routes.map(async (call) => ({
      name: call.name,
      route: `${call.method} /api${call.path}`,
      ...(call.grant !== undefined && { grant: call.grant }),
      request:
        shown.kind === "call" || call.name === "create"
          ? first
          : call.name === "detail"
            ? { [own.key]: "…" }
            : undefined,
      response: await createSampleResponse(trial, call.name, first),
    })),
  );
  return {
    calls,
    types: writeRecordType(kind, own.name.charAt(0).toUpperCase() + own.name.slice(1), compiled),
    tables: own.source === "store" ? await writeTableStatements(trial) : "",
  };
}

async function createSampleResponse(trial: Trial, call: string, first: Row): Promise<unknown> {
  if (trial.shown.kind === "call") return undefined;
  if (call === "create") return { record: { ...createRows(trial, trial.own, "zh", 1)[0], ...first } };
  return call === "list" ? respond(trial, trial.own, { call, body: { size: 1 } }, { lang: "zh", rows: 1 }) : undefined;
}

/** Returns the SQL statements, using a database that only records them. */
async function writeTableStatements({ own }: Trial): Promise<string> {
  const sentences: string[] = [];
  const record = (sql: string) => void sentences.push(`${sql.replace(/\s+/g, " ")};`);
  const listening = {
    tx: (work: (tx: unknown) => unknown) => work({ send: record, query: async (sql: string) => record(sql) }),
    async *stream() {},
  };
  await apply(
    listening as unknown as Database,
    planMigration(own, computeShape(own), undefined),
    async () => undefined,
    undefined,
  );
  return sentences.join("\n");
}
