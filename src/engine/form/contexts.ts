/** Facts beyond the record as the rules read them: the wire has strings and numbers, rules have exact decimals and 64-bit integers. */
import type { ContextPlan, Entity } from "../entity/entity.ts";
import type { Ports } from "../ports.ts";
import { Decimal } from "../rules/decimal.ts";
import type { Scope } from "../rules/expression.ts";

const DAY_MS = 86_400_000;
const CHINA_MS = 8 * 3_600_000;

/** One wire value in a rule type; undefined (unknown to the rules) when it does not fit. */
export function inRuleType(type: string, value: unknown): unknown {
  if (value === undefined || value === null) return undefined;
  if (type === "Decimal") return Decimal.parse(String(value)) ?? undefined;
  if (type === "int") return /^-?\d+$/.test(String(value)) ? BigInt(String(value)) : undefined;
  return value;
}

/** Members of one context in rule types; members without a declared type stay as they are. */
export function contextScope(plan: ContextPlan, values: Record<string, unknown>): Record<string, unknown> {
  const own = plan.key && typeof values[plan.key] === "object" && values[plan.key] !== null ? (values[plan.key] as Record<string, unknown>) : values;
  const scope: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(own)) {
    const known = inRuleType(plan.types[name] ?? "", value);
    if (known !== undefined) scope[name] = known;
  }
  return scope;
}

/** Loads every context that the entity's rules read. What cannot be had stays absent: the rules that read it are silent here. */
export async function loadContexts(entity: Entity, ports: Ports): Promise<Scope> {
  const scope: Scope = {};
  const fixed = entity.fields.map((field) => field.currency).find((currency) => currency && "code" in currency);
  const about = { entity: entity.name, ...(fixed && "code" in fixed && { currency: fixed.code }) };
  await Promise.all(
    Object.entries(entity.contexts).map(async ([name, plan]) => {
      const values = await ports.context(name, about).catch(() => undefined);
      if (values) scope[name] = contextScope(plan, values);
      // The one fact that a browser knows by itself: the day in China.
      else if (name === "today") scope.today = new Date(Math.floor((ports.now() + CHINA_MS) / DAY_MS) * DAY_MS).toISOString().slice(0, 10);
    }),
  );
  return scope;
}
