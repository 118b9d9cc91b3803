/** A small product, and the reports of its changes. */
import type { FixtureFile } from "../../tools/schemas/cases.ts";
import { diffSchemas } from "../../tools/schemas/changes.ts";
import type { Level } from "@portolan/engine/compiler";
import { compiled, type Product } from "./parcels.ts";

export const before = compiled();
const fixture = (name: string, record: Record<string, unknown>) => ({
  name,
  file: "tests/schemas/parcel/cases.json",
  line: 1,
  kind: "case" as const,
  record,
  contexts: {},
  expected: [],
  about: new Set<string>(),
});
export const parcels: FixtureFile = {
  name: "parcel",
  fixtures: [
    fixture("plain", { code: "ABC" }),
    fixture("small", { code: "ABC", size: "S", price: "999" }),
    fixture("long", { code: "ABCD", note: "x".repeat(20), goods: [{ what: "nine char" }] }),
  ],
};
export const fixturesOf = (name: string) => (name === "parcel" ? parcels : undefined);
export const changed = (edit: (product: Product) => void) => diffSchemas(before, compiled(edit), fixturesOf);

export type Edit = (product: Product) => void;
export const event = ({ parcel }: Product, on: string) =>
  parcel["x-lifecycle"].transitions.find((transition) => transition["on"] === on)!;
export const rule = ({ parcel }: Product, id: string) => parcel["x-rules"].find((one) => one["id"] === id)!;
export const view = ({ parcel }: Product) => (parcel["x-list"]["views"] as Record<string, unknown>[])[0]!;
export const without = (list: unknown, ...gone: string[]) => (list as string[]).filter((one) => !gone.includes(one));
export const unnamed = ({ parcel }: Product, field: string, now?: string): void => {
  const other = (list: unknown) => (list as string[]).flatMap((one) => (one === field ? (now ?? []) : one));
  parcel["x-list"]["columns"] = other(parcel["x-list"]["columns"]);
  (parcel["x-list"]["import"] as Record<string, unknown>)["fields"] = other(
    (parcel["x-list"]["import"] as Record<string, unknown>)["fields"],
  );
  parcel["x-form"].sections[0]!.fields = other(parcel["x-form"].sections[0]!.fields);
};

/**
 * The edit; location and type of the reported change; its levels for requests and responses; and the error code of a
 * rejected value.
 */
export type ChangeCase = [
  title: string,
  edit: Edit,
  at: string,
  what: string,
  request: Level,
  response: Level,
  witness?: string,
];
