import { landing, type Entity, type Row, type Scope } from "../../src/engine/index.ts";
import type { Actor } from "../actor.ts";
import { Failure } from "../failure.ts";
import type { Tx } from "../store/database.ts";
import type { Happening, LifecycleContext } from "./context.ts";
import { loadFacts } from "./contexts.ts";
import { finish } from "./fire.ts";
import { candidates, choose, gates, guard } from "./guard.ts";
import { fileFacts, missingFiles } from "./files.ts";
import { recordNumber, soleId } from "./number.ts";
import { unlisted } from "./listed.ts";
import { copied, referenceErrors } from "./references.ts";
import { add } from "./store.ts";
import { eventScope, factScope, sameFigure, settings } from "./values.ts";

/**
 * Makes a record by the lifecycle's creation event, inside the caller's transaction; the record. Throws `invalid` with field errors, the
 * failure of a gate, `figuresChanged` (params `field`, `confirmed`, `actual`), `limitReached`, `balance`, `proofMissing`, `totpNeeded`,
 * `notGranted`, `transition`. A call that throws must roll back.
 */
export async function create(tx: Tx, entity: Entity, input: Row, actor: Actor, context: LifecycleContext, event?: string): Promise<Row> {
  const m = actor.merId;
  const at = context.clock.now();
  const transitions = candidates(entity, event, undefined, actor);
  guard(transitions[0]!, "free", actor, context.proved);

  const { record, facts } = await checked(tx, entity, input, actor, context);
  const scope = eventScope(entity, record, facts, input, at);
  const transition = choose(transitions, scope, "");
  guard(transition, "free", actor, context.proved);

  const draft: Row = { ...record, ...settings(entity, transition.set, scope, record), ...stamps(entity, at), ...landing(entity.lifecycle!, transition) };
  const own = typeof draft[entity.key] === "string" && !entity.field(entity.key).readOnly ? String(draft[entity.key]) : undefined;
  const data = await add(tx, entity, m, { id: own ?? soleId(entity, m) ?? (() => recordNumber(entity.number ?? "", at)), status: transition.to, data: draft }, at);
  const happening: Happening = { entity, transition, m, id: String(data[entity.key]), version: 1, record: data, input, at };
  await finish(tx, happening, eventScope(entity, data, facts, input, at), actor, context);
  return data;
}

/** The record to store: what a person may write, what references give, what rules compute; checked as a whole. */
async function checked(tx: Tx, entity: Entity, input: Row, actor: Actor, context: LifecycleContext): Promise<{ record: Row; facts: Scope }> {
  const own = actor.by === "merchant" ? writable(entity, input) : fieldsOf(entity, input);
  const { copies, wrong } = await copied(tx, context.schemas, entity, actor.merId, own);
  const loaded = await loadFacts({ db: tx, schemas: context.schemas, clock: context.clock, actor, entity, record: { ...own, ...copies }, given: context.facts });
  const facts = factScope(entity, loaded);
  if (actor.by === "merchant") gates(entity, { ...facts, self: {} });

  const options = { lang: actor.lang, contexts: facts, side: "server" as const };
  const draft = entity.check({ ...own, ...copies }, options).value;
  const figures = entity.compute(draft, facts);
  const verdict = entity.check({ ...draft, ...figures }, options);
  const errors = [...referenceErrors(entity, wrong, actor.lang), ...verdict.errors.filter((error) => !wrong.some(({ name }) => error.at === `/${name}`))];
  errors.push(...unlisted(context.schemas, entity, verdict.value, actor.lang).filter(({ at }) => !errors.some((error) => error.at === at)));
  if (errors.length === 0 && actor.by === "merchant") errors.push(...(await missingFiles(tx, entity, actor, verdict.value)));
  if (errors.length > 0) throw new Failure("invalid", {}, errors);
  confirmed(entity, input, figures);
  const local = new Set(entity.fields.filter((field) => field.local).map((field) => field.name));
  return { record: { ...Object.fromEntries(Object.entries({ ...verdict.value, ...figures }).filter(([name]) => !local.has(name))), ...(await fileFacts(tx, entity, actor.merId, verdict.value)) }, facts };
}

/** What a machine brings for the record; the rest of its words are only the event's. */
function fieldsOf(entity: Entity, input: Row): Row {
  const names = new Set(entity.fields.map((field) => field.name));
  return Object.fromEntries(Object.entries(input).filter(([name]) => names.has(name)));
}

/** What the person may write; read-only fields are ours. Unknown names stay, for the check to name. */
function writable(entity: Entity, input: Row): Row {
  const closed = new Set(entity.fields.filter((field) => field.readOnly || field.compute).map((field) => field.name));
  return Object.fromEntries(Object.entries(input).filter(([name]) => !closed.has(name)));
}

/** Throws `figuresChanged` when a computed figure is not the one that the person saw and confirmed. */
function confirmed(entity: Entity, input: Row, figures: Row): void {
  for (const field of entity.fields) {
    if (!field.compute || input[field.name] === undefined) continue;
    const [seen, actual] = [input[field.name], figures[field.name]];
    if (!sameFigure(field, seen, actual)) throw new Failure("figuresChanged", { field: field.name, confirmed: String(seen), actual: String(actual ?? "") });
  }
}

/** Times that the entity shows, under the names that the schemas use for them. */
function stamps(entity: Entity, at: number): Row {
  const when = new Date(at).toISOString();
  return Object.fromEntries(["createdAt", "updatedAt"].filter((name) => entity.fields.some((field) => field.name === name)).map((name) => [name, when]));
}
