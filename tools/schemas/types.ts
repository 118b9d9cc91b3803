/** TypeScript types of records and requests. */
import type { CompiledSchemas } from "../../server/schemas/read.ts";
import { kindOf } from "../../src/engine/compiler.ts";
import type { EntityPlan, FieldPlan } from "../../src/engine/index.ts";

const pascal = (name: string) => name[0]!.toUpperCase() + name.slice(1);

/** One interface an entity and a request, with the labels as comments; the names of both. */
export function typesFile({ entities, calls }: CompiledSchemas): string {
  const union = (names: Iterable<string>) => [...names].map((name) => JSON.stringify(name)).join(" | ");
  return [
    "/** Generated from `schemas/` by `npm run schemas -- types`; not edited by hand. Amounts are decimal strings, instants ISO strings in UTC. */",
    `export type EntityName = ${union(entities.keys())};`,
    `export type CallName = ${union(calls.keys())};`,
    ...[...entities].map(([name, { plan, texts }]) => recordType(pascal(name), plan, texts.en)),
    ...[...calls].map(([name, { request }]) => recordType(`${pascal(name)}Request`, request.plan, request.texts.en)),
    "",
  ].join("\n\n");
}

/** One interface, with the labels as comments. */
export function recordType(name: string, plan: EntityPlan, texts: Record<string, string>): string {
  const lines = plan.fields.map(
    (field) => `  /** ${comment(texts[`field.${field.name}.label`] ?? field.name)} */\n  ${member(field)};`,
  );
  const label =
    plan.source === "call" ? `Request of the call \`${plan.name}\`.` : `${comment(texts.label ?? plan.name)}.`;
  return lines.length === 0
    ? `/** ${label} */\nexport type ${name} = Record<string, never>;`
    : `/** ${label} */\nexport interface ${name} {\n${lines.join("\n")}\n}`;
}

const comment = (text: string) => text.replaceAll("*/", "* /");
const member = (field: FieldPlan) => `${field.name}${field.required ? "" : "?"}: ${typeOf(field)}`;

function typeOf(field: FieldPlan): string {
  if (field.items) return `{ ${field.items.map(member).join("; ")} }[]`;
  const values = field.schema.enum as unknown[] | undefined;
  if (values) return values.map((value) => JSON.stringify(value)).join(" | ");
  return kindOf(field.kind).tsType;
}
