/** Loads the facts beyond the record that an entity's rules read. They stay as the wire has them; `facts` gives them rule types. */
import type { Entity } from "../entity/entity.ts";
import type { Ports } from "../ports.ts";
import type { Scope } from "../rules/expression.ts";

const CHINA_MS = 8 * 3_600_000;

/** By context name. What cannot be had stays absent: the rules that read it are silent here. */
export async function loadContexts(entity: Entity, ports: Ports): Promise<Scope> {
  const scope: Scope = {};
  const fixed = entity.fields.map((field) => field.currency).find((currency) => currency && "code" in currency);
  const about = { entity: entity.name, ...(fixed && "code" in fixed && { currency: fixed.code }) };
  await Promise.all(
    Object.entries(entity.contexts).map(async ([name, plan]) => {
      // The one fact that a browser knows by itself: the day in China.
      if (name === "today" && !plan.call) {
        scope.today = new Date(ports.now() + CHINA_MS).toISOString().slice(0, 10);
        return;
      }
      const values = await ports.context(name, about).catch(() => undefined);
      if (values) scope[name] = plan.key && values[plan.key] !== undefined ? values[plan.key] : values;
    }),
  );
  return scope;
}
