/** Stores one file for a purpose. The schema field with that purpose limits format and size. */
import { uploadMaxBytes } from "../../../src/contract/constants.gen.ts";
import type { Entity, FieldPlan } from "@portolan/engine";
import { Failure } from "../../core/failure.ts";
import { createFieldError } from "../../core/field-error.ts";
import type { Handler } from "../handler.ts";
import type { Schemas } from "@portolan/engine/folder";
import type { Queries } from "../../store/database.ts";
import { formatNamed, type Format } from "../../files/file-formats.ts";
import { QUOTA_BYTES, QUOTA_FILES } from "../../files/upload-limits.ts";
import { discard, probe, readReceived, receive } from "../../files/receive.ts";
import { lockTenant } from "../../store/tenants.ts";

type FileRule = NonNullable<FieldPlan["file"]>;
const LONGEST_NAME = 200;

/** Validates and stores an uploaded file. @throws Failure `invalid`, `fileFormat`, `fileTooLarge`, `uploadFailed` */
export const uploadFile: Handler = async (call) => {
  const { services, actor } = call;
  const { name, content, truncated, fields } = await call.upload();
  const rule = findRule(services.schemas, fields.purpose);
  const format = formatNamed(name);
  if (!rule || !format || !isAccepted(rule, format)) {
    content.resume();
    throw rule
      ? new Failure("fileFormat")
      : new Failure("invalid", {}, [createFieldError("/purpose", "purpose", call.lang)]);
  }
  const received = await receive(content);
  let entries: ReadonlyMap<string, number> | undefined;
  try {
    if (truncated() || received.size > Math.min(rule.maxBytes, uploadMaxBytes))
      throw new Failure("fileTooLarge", { limit: rule.maxBytes / 1024 / 1024 });
    if (received.size === 0 || !(await probe(received, format.fits))) throw new Failure("fileFormat");
    entries = format.entries && (await probe(received, format.entries));
    await services.files.put({ tenant: actor.tenant, id: received.id }, readReceived(received), received.size);
  } finally {
    await discard(received);
  }
  await services.db.tx(async (tx) => {
    await assertQuota(tx, services.vocabulary.accounts.tenants, actor.tenant, received.size);
    await tx.query(
      `INSERT INTO file (m, id, user_id, name, mime, size, sha256, purpose, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        actor.tenant,
        received.id,
        actor.userId,
        displayName(name),
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
        JSON.stringify(toStoredEntries(entries)),
      ]);
  });
  return { id: received.id, name: displayName(name), size: received.size, sha256: received.sha256 };
};

/**
 * Returns whether the rule accepts the format. `accept` lists media types and extensions with a dot. Any extension of a
 * format accepts all of them (jpe, jpg, jpeg).
 */
function isAccepted(rule: FileRule, format: Format): boolean {
  return rule.accept.some(
    (wanted) => wanted === format.mime || format.extensions.some((extension) => wanted === `.${extension}`),
  );
}

function findRule(schemas: Schemas, purpose: string | undefined): FileRule | undefined {
  const requests = [...schemas.calls.values()].map(({ request }) => request);
  for (const entity of [...schemas.entities.values(), ...requests]) {
    for (const field of listAllFields(entity.fields))
      if (field.file && field.file.purpose === purpose) return field.file;
  }
  return undefined;
}
const listAllFields = (fields: Entity["fields"]): Entity["fields"] =>
  fields.flatMap((field) => [field, ...listAllFields(field.items ?? [])]);

/**
 * Asserts that the upload fits the tenant's quota. Locks the tenant, so that concurrent uploads are counted. The sweep
 * deletes the file of a refused upload, which has no row.
 *
 * @throws Failure `uploadFailed`
 */
async function assertQuota(tx: Queries, tenants: string, tenant: string, more: number): Promise<void> {
  await lockTenant(tx, tenants, tenant);
  const [row = { files: "0", bytes: "0" }] = await tx.query(
    "SELECT count(*) AS files, COALESCE(sum(size), 0) AS bytes FROM file WHERE m = $1",
    [tenant],
  );
  if (Number(row.files) >= QUOTA_FILES || Number(row.bytes) + more > QUOTA_BYTES) throw new Failure("uploadFailed");
}

/** Returns the archive entries to store, without folders and without control characters in names. */
const toStoredEntries = (entries: ReadonlyMap<string, number>) =>
  [...entries]
    .filter(([name]) => !name.endsWith("/"))
    .map(([name, size]) => ({ name: name.replace(/\p{C}/gu, ""), size }));

/** Returns the file name to display: without folders and control characters, and at most its last 200 characters. */
function displayName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? "";
  return last.replace(/\p{C}/gu, "").slice(-LONGEST_NAME) || "file";
}
