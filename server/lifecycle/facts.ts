/**
 * Loads the facts that rules read besides the record (`schemas/contexts.json`). The browser gets the same facts from
 * the context call.
 */
import { formatDay, buildFactScope, type Row, type Scope, type TransitionPlan } from "@portolan/engine";
import { findCheckers } from "./four-eyes.ts";
import { findUserById } from "../session/users.ts";
import type { FactRequest, FactLoader, Vocabulary } from "./context.ts";

/**
 * Loads the facts of the contexts that the entity's rules read, limited to `names` if given, and converts them to the
 * types of rules. `today` is always included. Unknown facts are omitted, so that rules that read them report nothing.
 */
export async function loadFacts(about: FactRequest, names?: ReadonlySet<string>): Promise<Scope> {
  // Contexts with rows contain options, which no rule reads.
  const wanted = Object.entries(about.entity.contexts)
    .filter(([name, { rows }]) => !rows && (!names || names.has(name)))
    .map(([name]) => name);
  const found = await Promise.all(
    wanted.map(async (name) => [name, about.given?.[name] ?? (await loadContext(name, about))] as const),
  );
  return buildFactScope(about.entity, {
    today: formatDay(about.clock.now(), about.entity.dialect.zone),
    ...Object.fromEntries(found.filter(([, value]) => value !== undefined)),
  });
}

/** Returns the names of the contexts that the transitions and their effects read. */
export function listContexts(
  transitions: readonly TransitionPlan[],
  { effects }: Pick<Vocabulary, "effects">,
): ReadonlySet<string> {
  const expressions = transitions.flatMap((transition) => [
    ...(transition.when ? [transition.when] : []),
    ...(transition.sole ? [transition.sole.amount, transition.sole.upTo] : []),
    ...Object.values(transition.set),
    ...effects.flatMap((effect) => effect.expressions?.(transition) ?? []),
  ]);
  return new Set(expressions.flatMap(({ reads }) => reads.flatMap((path) => path.split(".", 1))));
}

/** Loads one context by name; undefined for an unknown name, and when its facts do not exist. */
export async function loadContext(name: string, about: FactRequest): Promise<Row | undefined> {
  const { facts } = about.vocabulary;
  const load = Object.hasOwn(facts, name) ? facts[name] : undefined;
  if (load) return load(about);
  return Object.hasOwn(ownFacts, name) ? ownFacts[name]?.(about) : undefined;
}

/** Loads the signed-in user; undefined for the clock and for providers. */
const loadUser: FactLoader = async ({ db, vocabulary, actor }) => {
  if (!actor.userId) return undefined;
  const user = await findUserById({ db, vocabulary }, actor.userId);
  if (!user) return undefined;
  return { userId: user.id, name: user.name, username: user.username, secondFactor: user.totpSecret !== null };
};

/** Loads who may approve an order made by the actor; undefined for an actor that is not a user. */
const loadApproval: FactLoader = async ({ db, entity, actor }) =>
  actor.userId ? findCheckers(db, entity, actor) : undefined;

/** Facts of every product. Those of the product's vocabulary take precedence. */
const ownFacts: Vocabulary["facts"] = { user: loadUser, approval: loadApproval };
