/**
 * The call `reveal`: unmasks values of one record after a step-up. `{id, fields}` returns the given fields, `{id,
 * receipt: true}` the unmasked receipt. Every reveal is audited, and the response is not stored.
 */
import type { Entity, Row } from "@portolan/engine";
import { Failure } from "../../core/failure.ts";
import { createFieldError } from "../../core/field-error.ts";
import { auditActor } from "../../audit/audit.ts";
import { readTimeline } from "../../lifecycle/timeline.ts";
import { present } from "../../records/present.ts";
import type { CallContext, EntityHandler } from "../handler.ts";
import { readIds } from "./events.ts";
import { createReceipt } from "../../records/receipt.ts";
import { load } from "../../lifecycle/store.ts";

/**
 * Handles `reveal`.
 *
 * @throws Failure `notFound` (no such record, or no receipt when one is requested), `invalid` (an empty list of fields,
 * or a field that cannot be revealed), `proofMissing`, `proofWrong`, `notGranted`
 */
export const reveal: EntityHandler = async (call, entity) => {
  const { services, actor, body } = call;
  const [id = ""] = readIds(call, entity);
  const fields = readFields(call, entity);
  const withReceipt = body.receipt === true;
  return services.db.tx(async (tx) => {
    const stored = await load(tx, entity, actor.tenant, id);
    if (!stored) throw new Failure("notFound");
    const shown = present(entity, stored.data, actor, "reveal");
    if (!(await call.consumeProof(tx))) throw new Failure("proofMissing");
    const receipt = withReceipt
      ? await createReceipt({ ...services, db: tx }, entity, stored, {
          actor,
          steps: entity.lifecycle ? await readTimeline(tx, entity, actor.tenant, id) : [],
          purpose: "reveal",
        })
      : undefined;
    if (withReceipt && !receipt) throw new Failure("notFound");
    await auditActor(tx, actor, {
      at: services.clock.now(),
      action: `${entity.name}.reveal`,
      object: `${entity.name}/${id}`,
      detail: { fields, ...(withReceipt ? { receipt: true } : {}) },
    });
    const values: Row = Object.fromEntries(
      fields.flatMap((name) => (shown[name] === undefined ? [] : [[name, shown[name]]])),
    );
    return { values, ...(receipt ? { receipt } : {}) };
  });
};

/**
 * Reads the fields to reveal. Default: all revealable fields, or none when the receipt is requested.
 *
 * @throws Failure `invalid` for an empty list, or a field that cannot be revealed
 */
function readFields({ body, lang }: CallContext, entity: Entity): string[] {
  const known = entity.fields.filter((field) => field.reveal === true).map(({ name }) => name);
  if (body.fields === undefined) return body.receipt === true ? [] : known;
  const requested: unknown[] = Array.isArray(body.fields) ? body.fields : [body.fields];
  const names = known.filter((name) => requested.includes(name));
  if (requested.length === 0 || names.length < new Set(requested).size)
    throw new Failure("invalid", {}, [createFieldError("/fields", "operation", lang, { code: "enum" })]);
  return names;
}
