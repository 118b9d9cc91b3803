/**
 * POST /mer/own/remitPayee/fromCommon: creates a remittance payee from a common payee. It is reviewed like any other
 * payee. `city` completes the address of a common payee that has none.
 */
import { Failure } from "../../core/failure.ts";
import { assertPresent } from "../../core/required.ts";
import { handler } from "../../calls/handler.ts";
import { buildLifecycleContext } from "../../calls/entity/events.ts";
import { mapUniqueViolation } from "../../records/unique-violation.ts";
import { create } from "../../lifecycle/create.ts";
import { listReferenceErrors, findReferenceError } from "../../lifecycle/references.ts";
import { load } from "../../lifecycle/store.ts";
import { presentRow } from "../../calls/typed-rows.ts";

export const remitPayeeFrom = handler("remitPayeeFrom", async (call) => {
  const { services, actor, body, lang } = call;
  const [common, payee] = [services.schemas.entity("beneficiary"), services.schemas.entity("remitPayee")];
  return call.idempotent(async (tx) => {
    const known = await load(tx, common, actor.tenant, body.id);
    const request = assertPresent(call.route.request, "the request schema");
    const field = request.field("id");
    const code = findReferenceError(field, known?.data);
    if (code || !known) {
      const wrong = [{ at: field.at, field, code: code ?? ("reference" as const) }];
      throw new Failure("invalid", {}, listReferenceErrors(request, wrong, lang));
    }
    const own = payee.fields.filter(({ name, readOnly }) => !readOnly && known.data[name] !== undefined);
    const copied = Object.fromEntries(own.map(({ name }) => [name, known.data[name]]));
    const made = create(
      tx,
      { entity: payee, input: { city: body.city, ...copied }, actor },
      buildLifecycleContext(call, tx),
    );
    const record = await mapUniqueViolation(call, payee, made);
    return { record: presentRow(services.schemas, "remitPayee", record, { actor, purpose: "answer" }) };
  });
});
