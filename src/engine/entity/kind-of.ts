import type { Kind } from "../model/kind.ts";
import { kinds } from "../kinds/index.ts";

const byName = new Map<string, Kind>(kinds.map((kind) => [kind.name, kind]));

/** The kind of that name. Throws on an unknown one: the compiler has checked the names, so this is our own fault. */
export function kindOf(name: string): Kind {
  const kind = byName.get(name);
  if (!kind) throw new Error(`there is no kind "${name}"`);
  return kind;
}
