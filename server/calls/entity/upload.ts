/** POST /mer/own/file: one file for one purpose. The purpose's field in a schema says which formats and how many bytes. */
import type { Entity, FieldPlan } from "../../../src/engine/index.ts";
import { Failure } from "../../core/failure.ts";
import { fieldError } from "../../core/field-error.ts";
import type { Handler } from "../handler.ts";
import type { Schemas } from "../../schemas/read.ts";
import type { Queries } from "../../store/database.ts";
import { formatNamed, type Format } from "../../files/formats.ts";
import { MAX_UPLOAD_BYTES, QUOTA_BYTES, QUOTA_FILES } from "../../files/limits.ts";
import { discard, keep, probe, receive } from "../../files/store.ts";

type FileRule = NonNullable<FieldPlan["file"]>;
const LONGEST_NAME = 200;

export const uploadFile: Handler = async (call) => {
  const { services, actor } = call;
  const { name, content, truncated, fields } = await call.upload();
  const rule = ruleFor(services.schemas, fields.purpose);
  const format = formatNamed(name);
  if (!rule || !format || !accepted(rule, format)) {
    content.resume();
    throw rule ? new Failure("fileFormat") : new Failure("invalid", {}, [fieldError("/purpose", "purpose", call.lang)]);
  }
  const received = await receive(services.dataDir, content);
  let entries: ReadonlyMap<string, number> | undefined;
  try {
    if (truncated() || received.size > Math.min(rule.maxBytes, MAX_UPLOAD_BYTES))
      throw new Failure("fileTooLarge", { limit: rule.maxBytes / 1024 / 1024 });
    if (received.size === 0 || !(await probe(services.dataDir, received, format.fits))) throw new Failure("fileFormat");
    entries = format.entries && (await probe(services.dataDir, received, format.entries));
    await keep(services.dataDir, received);
  } catch (error) {
    await discard(services.dataDir, received);
    throw error;
  }
  await services.db.tx(async (tx) => {
    await checkQuota(tx, actor.tenant, received.size);
    await tx.query(
      `INSERT INTO file (m, id, user_id, name, mime, size, sha256, purpose, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        actor.tenant,
        received.id,
        actor.userId,
        shown(name),
        format.mime,
        received.size,
        received.sha256,
        rule.purpose,
        new Date(services.clock.now()).toISOString(),
      ],
    );
    if (entries)
      await tx.query("INSERT INTO file_entries (m, id, entries) VALUES ($1, $2, $3)", [
        actor.tenant,
        received.id,
        JSON.stringify(listed(entries)),
      ]);
  });
  return { id: received.id, name: shown(name), size: received.size, sha256: received.sha256 };
};

/** `accept` lists media types and extensions with a dot; one spelling of a format stands for all of them (jpe, jpg, jpeg). */
function accepted(rule: FileRule, format: Format): boolean {
  return rule.accept.some(
    (wanted) => wanted === format.mime || format.extensions.some((extension) => wanted === `.${extension}`),
  );
}

function ruleFor(schemas: Schemas, purpose: string | undefined): FileRule | undefined {
  const requests = [...schemas.calls.values()].map(({ request }) => request);
  for (const entity of [...schemas.entities.values(), ...requests]) {
    for (const field of allFields(entity.fields)) if (field.file && field.file.purpose === purpose) return field.file;
  }
  return undefined;
}
const allFields = (fields: Entity["fields"]): Entity["fields"] =>
  fields.flatMap((field) => [field, ...allFields(field.items ?? [])]);

/** Of uploads that come together each counts those before it: the merchant's row is held until the file's own stands. What is refused is swept away as nobody's. */
async function checkQuota(tx: Queries, tenant: string, more: number): Promise<void> {
  await tx.query("UPDATE merchant SET id = id WHERE id = $1", [tenant]);
  const [row] = await tx.query<{ files: string; bytes: string }>(
    "SELECT count(*) AS files, COALESCE(sum(size), 0) AS bytes FROM file WHERE m = $1",
    [tenant],
  );
  if (Number(row!.files) >= QUOTA_FILES || Number(row!.bytes) + more > QUOTA_BYTES) throw new Failure("uploadFailed");
}

/** Folders have no content; control characters are no part of a name that people read. */
const listed = (entries: ReadonlyMap<string, number>) =>
  [...entries]
    .filter(([name]) => !name.endsWith("/"))
    .map(([name, size]) => ({ name: name.replace(/\p{C}/gu, ""), size }));

/** A name to show: without folders and control characters. */
function shown(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? "";
  return last.replace(/\p{C}/gu, "").slice(-LONGEST_NAME) || "file";
}
