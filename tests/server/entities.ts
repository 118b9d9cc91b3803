/** A small entity for tests of the store, compiled from a literal in place of a file. */
import { compileEntity, compileValidator } from "../../src/payments/compiler.ts";
import { type Entity } from "@portolan/engine";
import { hydrate } from "../../src/payments/runtime.ts";
import { createEmptyLibrary } from "../../src/engine/schema/library.ts";

const both = (text: string) => ({ zh: text, en: text });

type Words = Record<string, unknown>;

/** Returns the schema of `parcel`, modified by `edit`. */
export function parcelSource(
  edit: (source: { properties: Record<string, Words>; required: string[]; "x-list": Words } & Words) => void = () => {},
): Words {
  const source = {
    "x-entity": { name: "parcel", source: "store", key: "no", number: "PC" },
    "x-label": both("Parcel"),
    type: "object",
    properties: {
      no: { type: "string", "x-kind": "identifier", readOnly: true, "x-label": both("Number") } as Words,
      name: { type: "string", maxLength: 60, "x-label": both("Name") } as Words,
      code: {
        type: "string",
        "x-kind": "identifier",
        maxLength: 30,
        "x-unique": true,
        "x-label": both("Code"),
      } as Words,
      note: { type: "string", maxLength: 500, "x-label": both("Note") } as Words,
      amount: { type: "string", format: "decimal", "x-currency": "CNY", "x-label": both("Amount") } as Words,
      urgent: { type: "boolean", "x-label": both("Urgent") } as Words,
      due: { type: "string", format: "date", "x-label": both("Due") } as Words,
      createdAt: { type: "string", format: "date-time", readOnly: true, "x-label": both("Created") } as Words,
    } as Record<string, Words>,
    required: ["name", "amount"],
    "x-list": {
      columns: ["no", "name", "amount", "urgent", "createdAt"],
      search: ["no", "name"],
      filters: { primary: ["createdAt", "urgent"], more: ["amount"] },
      sort: "-createdAt",
      sums: ["amount"],
      card: { title: "name", amount: "amount", meta: ["no"] },
      export: true,
    } as Words,
  };
  edit(source);
  return source;
}

/** Compiles a schema into an entity. */
export function entityOf(source: Words): Entity {
  const text = JSON.stringify(source);
  const { name } = source["x-entity"] as { name: string };
  const library = {
    ...createEmptyLibrary(),
    currencies: { CNY: { minorUnits: 2 }, USD: { minorUnits: 2 } },
    entities: { [name]: text },
  };
  const { plan, texts } = compileEntity(`schemas/entities/${name}.json`, text, library);
  return hydrate(plan, texts, compileValidator(plan.schema));
}

/** Returns the options for `migrate` and `records`. */
export const schemasOf = (...entities: Entity[]) => ({
  entities: new Map(entities.map((entity) => [entity.name, entity])),
  data: new Map(),
});
