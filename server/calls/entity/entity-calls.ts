/** Handlers of the calls that every entity can have: list, options, detail, create, update, remove, print. */
import { readText } from "../../core/body.ts";
import { Failure } from "../../core/failure.ts";
import { listAllowedEvents } from "../../lifecycle/allowed.ts";
import { readCheckWords } from "../../lifecycle/frozen.ts";
import { findReview } from "../../lifecycle/four-eyes.ts";
import { loadUploadedNames } from "../../lifecycle/files.ts";
import { loadContext } from "../../lifecycle/facts.ts";
import { create as createOrder } from "../../lifecycle/create.ts";
import { buildSoleId, readSoleId } from "../../lifecycle/order-number.ts";
import { describeOutcome } from "../../lifecycle/outcome.ts";
import { listCodes, formatReason } from "../../lifecycle/reasons.ts";
import { readTimeline } from "../../lifecycle/timeline.ts";
import { present } from "../../records/present.ts";
import { throttleTenantLookup, isMiss } from "../../session/tenant-lookup-throttle.ts";
import { reveal } from "./reveal-call.ts";
import { countPrint, hasReceipt, createReceipt } from "../../records/receipt.ts";
import type { CallContext, EntityHandler } from "../handler.ts";
import { queue } from "./queue-call.ts";
import { readFromReplica } from "./replica-reads.ts";
import { presentRecord, readIds, buildLifecycleContext } from "./events.ts";
import { exportList } from "./export-call.ts";
import { readLabels } from "../../records/labels.ts";
import { readOptionQuery, isOn, readListQuery } from "../../records/list-query.ts";
import { isGrouped, listGroups } from "./group-call.ts";
import { importCall } from "./import-call.ts";
import { templateCall } from "./template-call.ts";
import { findByOtherNames } from "../../records/other-names-search.ts";
import { searchRows } from "../../records/reference-search.ts";
import { mergeFormSteps } from "../../records/form-steps.ts";
import { createWithInline } from "../../records/inline-references.ts";
import { createRecord, deleteRecords, updateRecord, type RecordChange } from "../../records/record-service.ts";
import { mapUniqueViolation } from "../../records/unique-violation.ts";
import { countViews, listAllRows, readOne, readPage } from "../../records/record-sources.ts";
import { load } from "../../lifecycle/store.ts";
import type { Tx } from "../../store/database.ts";
import type { Entity, Row } from "@portolan/engine";

/** Maximum number of rows in one response of a reference list. Further rows are found by search. */
const MAX_OPTIONS = 500;

const list: EntityHandler = async (call, entity) => {
  const { query, given } = readListQuery(call, entity);
  if (isGrouped(query)) return listGroups(call, entity, query, isOn(given.totals));
  const reader = { tenant: call.actor.tenant, lang: call.lang, actor: call.actor };
  const { page, labels } = await readFromReplica(call, async (services) => {
    const page = await readPage(services, entity, query, { ...reader, totals: isOn(given.totals) });
    const viewCounts = isOn(given.viewCounts) && (await countViews(services, entity, query, reader));
    return {
      page: { ...page, ...(viewCounts && { viewCounts }) },
      labels: await readLabels(services, entity, page.list, reader),
    };
  });
  return { ...page, labels, list: page.list.map((row) => present(entity, row, call.actor, "list")) };
};

/**
 * Lists records to choose from. A field parameter filters by exact value (the branches of one bank), and `q` searches.
 */
const handleOptions: EntityHandler = async (call, entity) => {
  const { services, lang, actor } = call;
  const reader = { tenant: actor.tenant, lang, actor };
  if (entity.source !== "data") {
    const { query } = readListQuery(call, entity, {});
    const page = await readPage(services, entity, query, { ...reader, totals: false });
    const list = page.list.map((row) => present(entity, row, actor, "list"));
    const keys = new Set(list.map((row) => row[entity.key]));
    const more = page.next ? [] : await findByOtherNames(services, entity, query, { actor, lang });
    return { list: [...list, ...more.filter((row) => !keys.has(row[entity.key]))].slice(0, query.size) };
  }
  const { q, size, fixed } = readOptionQuery(call, entity, MAX_OPTIONS);
  const among = listAllRows(services, entity, lang).filter((row) =>
    fixed.every(([name, value]) => String(row[name]) === value),
  );
  const found = searchRows(entity, among, q, lang);
  call.enableEtag();
  return { list: found.slice(0, size), more: found.length > size };
};

/** Returns the record and, if it has a lifecycle, its timeline and the events that the user may fire. */
const handleDetail: EntityHandler = async (call, entity) => {
  const { services, actor } = call;
  const id =
    readSoleId(entity, actor.tenant, call.body) ?? (readText(call.body, entity.key) || readText(call.body, "id"));
  const row = await readOne(services, entity, id, { tenant: actor.tenant, lang: call.lang, actor });
  if (!row) throw new Failure("notFound");
  const record = present(entity, row, actor, "detail");
  const labels = {
    ...(await readLabels(services, entity, [row], { tenant: actor.tenant, lang: call.lang })),
    ...(await loadUploadedNames(services.db, entity, actor.tenant, row)),
  };
  const stored = entity.source === "store" ? await load(services.db, entity, actor.tenant, id) : undefined;
  const steps = entity.lifecycle ? await readTimeline(services.db, entity, actor.tenant, id) : [];
  const codes = listCodes(services.schemas, call.lang);
  const entries = steps.map((step) =>
    step.reason === null ? step : { ...step, reason: formatReason(codes, step.reason, call.lang) },
  );
  const receipt = await createReceipt(services, entity, stored ?? { id, data: row, status: "" }, { actor, steps });
  const about = { ...describeSecrets(entity, stored?.data), ...(receipt ? { receipt } : {}) };
  if (!entity.lifecycle) return { record, labels, ...(stored ? { version: stored.version } : {}), ...about };
  if (!stored) throw new Failure("notFound");
  const outcome = await describeOutcome(
    services,
    entity,
    { tenant: actor.tenant, id, status: stored.status, record: row },
    call.lang,
  );
  const review = await findReview(services.db, entity, stored, actor);
  const words = await readCheckWords(services.db, services.seal, { entity, tenant: actor.tenant, ...stored });
  return {
    record,
    labels,
    timeline: entries,
    ...(outcome ? { outcome } : {}),
    ...(review ? { review } : {}),
    ...(words ? { checkWords: words[call.lang] } : {}),
    events: await listAllowedEvents(services, entity, stored, actor),
    ...(entity.calls.update ? { version: stored.version } : {}),
    ...about,
  };
};

/**
 * Returns the names of the secrets that a stored record contains, so that a form can show which are set. Empty for an
 * entity whose records cannot be updated.
 */
function describeSecrets({ fields, calls }: Entity, data: Row | undefined): { secrets?: string[] } {
  const secrets = fields.filter(({ sealed }) => sealed);
  if (!calls.update || !data || secrets.length === 0) return {};
  return { secrets: secrets.flatMap(({ name }) => (data[name] == null ? [] : [name])) };
}

const create: EntityHandler = async (call, entity) => {
  const { actor, body, services } = call;
  // The response to an order for another tenant reveals whether that tenant exists, so throttle misses as for a lookup.
  for (const [name, plan] of Object.entries(entity.contexts)) {
    if (plan.guess && plan.with)
      await throttleTenantLookup(
        services.db,
        actor,
        () => loadContext(name, { ...services, actor, entity, record: body }),
        (facts) => isMiss(plan, facts),
      );
  }
  return call.idempotent(async (tx) => {
    const whole = await mergeFormSteps(tx, call, entity, body);
    const sole = buildSoleId(entity, actor.tenant);
    // If the sole record already exists, resubmit it through its update event.
    if (sole && entity.calls["update"]?.events.length && (await load(tx, entity, actor.tenant, sole)))
      return {
        record: present(
          entity,
          await updateRecord(tx, call, entity, createChange(call, tx, entity, whole)),
          actor,
          "answer",
        ),
      };
    const record = await createWithInline(tx, call, entity, {
      input: whole,
      create: (input) => createNew(tx, call, entity, { input, event: call.route.call.events[0] }),
      createTarget: (target, input) => createNew(tx, call, target, { input, event: target.calls["create"]?.events[0] }),
    });
    return { record: presentRecord(call, entity, record) };
  });
};

/** Creates a record by the creation event of its lifecycle, or stores it if its entity has no lifecycle. */
const createNew = (
  tx: Tx,
  call: CallContext,
  entity: Entity,
  { input, event }: { input: Row; event: string | undefined },
): Promise<Row> =>
  entity.lifecycle
    ? mapUniqueViolation(
        call,
        entity,
        createOrder(tx, { entity, input, actor: call.actor, event }, buildLifecycleContext(call, tx)),
      )
    : createRecord(tx, call, entity, input);

const update: EntityHandler = async (call, entity) => {
  return call.idempotent(async (tx) => ({
    record: present(
      entity,
      await updateRecord(tx, call, entity, createChange(call, tx, entity, call.body)),
      call.actor,
      "answer",
    ),
  }));
};

/**
 * Returns the change that a call requests. A sole record needs no id.
 *
 * @throws Failure `invalid` when the id is missing or malformed, `notFound` for another id than that of a sole record
 */
const createChange = (call: CallContext, tx: Tx, entity: Entity, input: Row): RecordChange => ({
  id: readSoleId(entity, call.actor.tenant, input) ?? readIds(call, entity)[0] ?? "",
  input,
  context: () => buildLifecycleContext(call, tx),
});

const remove: EntityHandler = async (call, entity) => {
  return call.idempotent(async (tx) => {
    const removed = readIds(call, entity);
    await deleteRecords(tx, call, entity, removed);
    return { removed };
  });
};

/**
 * Counts a print of the record's receipt and returns the running number of the print, starting at 1.
 *
 * @throws Failure `notFound` when the record does not exist or has no receipt
 */
const print: EntityHandler = async (call, entity) => {
  const { actor } = call;
  const [id = ""] = readIds(call, entity);
  return call.idempotent(async (tx) => {
    const stored = await load(tx, entity, actor.tenant, id);
    if (!stored || !hasReceipt(entity, stored)) throw new Failure("notFound");
    return { print: await countPrint(tx, entity, actor.tenant, id) };
  });
};

/** Handlers by call name in `x-calls`. A call with any other name fires events. */
export const entityHandlers: Readonly<Record<string, EntityHandler>> = {
  list,
  options: handleOptions,
  detail: handleDetail,
  create,
  update,
  remove,
  export: exportList,
  import: importCall,
  template: templateCall,
  print,
  queue,
  reveal,
};
