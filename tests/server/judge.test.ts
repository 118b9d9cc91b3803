/** Judges values in every place of a record, on every way into it. */
import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "../../server/core/actor.ts";
import { Failure } from "../../server/core/failure.ts";
import { checkRows } from "../../server/import/check-rows.ts";
import type { LifecycleContext } from "../../server/lifecycle/context.ts";
import { create } from "../../server/lifecycle/create.ts";
import { fire } from "../../server/lifecycle/fire.ts";
import { findUnknownOptions } from "../../server/lifecycle/judge.ts";
import { load } from "../../server/lifecycle/store.ts";
import { coreVocabulary } from "../../server/lifecycle/vocabulary.ts";
import { mapUniqueViolation } from "../../server/records/unique-violation.ts";
import type { Database } from "../../server/store/database.ts";
import { createRecordStore } from "../../server/store/records.ts";
import { createEmptyLibrary } from "../../src/engine/schema/library.ts";
import { FormStore } from "../../src/engine/form-store/store.ts";
import { findNode } from "../../src/engine/form-store/place-errors.ts";
import { flattenRecord, nestRecord, type CheckError, type Entity, type Row } from "@portolan/engine";
import { compileEntity, compileValidator, keywords } from "../../src/payments/compiler.ts";
import { hydrate } from "../../src/payments/runtime.ts";
import { productSchemas } from "../product-schemas.ts";
import { withDatabase } from "./databases.ts";
import { migrate } from "./migrated.ts";

const schemas = productSchemas();
const payee = schemas.entity("bankAccount");
const good = {
  bank: "中国工商银行",
  province: "浙江省",
  city: "杭州市",
  branch: "中国工商银行杭州分行营业部",
  linkedBankNo: "102331000014",
};
const refused = (change: Record<string, unknown>, lang: "zh" | "en" = "en") =>
  findUnknownOptions(schemas, payee, { ...good, ...change }, lang).map(({ at, message }) => `${at} ${message}`);

describe("validation against reference lists", () => {
  it("accepts listed and absent values", () => {
    expect(refused({})).toEqual([]);
    expect(findUnknownOptions(schemas, payee, {}, "zh")).toEqual([]);
  });
  it("rejects an unknown bank in the specification's words, without an error for its branch [V20]", () => {
    expect(refused({ bank: "海图银行" })).toEqual(["/bank Illegal bank name!"]);
    expect(refused({ bank: "海图银行" }, "zh")).toEqual(["/bank 银行名称不正确！"]);
  });
  it("rejects a city of another province [V21]", () => {
    expect(refused({ province: "江苏省" })).toEqual(["/city Illegal city name!"]);
  });
  it("rejects a branch of another bank or city [V22]", () => {
    expect(refused({ bank: "中国银行" })).toEqual(["/branch Illegal branch name!"]);
    expect(refused({ branch: "中国工商银行苏州分行营业部" })).toEqual(["/branch Illegal branch name!"]);
  });
  it("rejects the number of another branch and names the right one", () => {
    expect(refused({ linkedBankNo: "102331000022" })).toEqual([
      "/linkedBankNo CNAPS code of “中国工商银行杭州分行营业部” is 102331000014. Check which one you mean.",
    ]);
    expect(refused({ linkedBankNo: "102100000013" }, "zh")).toEqual([
      "/linkedBankNo “中国工商银行杭州分行营业部”的联行号是 102331000014，请核对",
    ]);
    // An unknown branch reports no errors for the fields that depend on it.
    expect(refused({ branch: "海图银行", linkedBankNo: "102100000013" })).toEqual(["/branch Illegal branch name!"]);
  });
  it("ignores values filled in by the server", () => {
    expect(findUnknownOptions(schemas, schemas.entity("withdrawal"), { bank: "海图银行" }, "zh")).toEqual([]);
  });
});

const both = (words: string) => ({ zh: words, en: words });
const text = (more: object = {}) => ({ type: "string", "x-label": both("Value"), ...more });
const filled = { ...text(), readOnly: true };
/** One field for each keyword whose values are judged by more than the field's own schema. */
const judged = {
  land: text({ "x-options": { list: "land", fills: { rate: "rate" } } }),
  rate: text(),
  town: text({ "x-options": { list: "town", params: { land: "land" } } }),
  friend: text({
    "x-ref": { entity: "party", label: "{name}", copies: { friendName: "name" }, where: { open: ["yes"] } },
  }),
  friendName: filled,
  code: text({ "x-unique": true }),
  card: text({ "x-mask": { style: "tail" } }),
  doc: text({ "x-file": { accept: [".pdf"], maxBytes: 1024, purpose: "kyc", fills: { docName: "name" } } }),
  docName: filled,
  gift: { type: "boolean", "x-label": both("Gift") },
};
const listOf = (more: object = {}) => ({
  type: "array",
  "x-label": both("Rows"),
  items: { type: "object", properties: { ...judged, ...more } },
});
const written = Object.keys(judged).filter((name) => !name.endsWith("Name"));
const by = { to: "open", by: "merchant", label: both("Do") };
const sources: Record<string, Record<string, unknown>> = {
  land: { "x-entity": { key: "name", source: "data" }, properties: { name: text(), rate: text() } },
  town: { "x-entity": { key: "name", source: "data" }, properties: { name: text(), land: text() } },
  party: { properties: { name: text(), open: text() } },
  place: {
    "x-entity": { key: "no", number: "PL" },
    properties: {
      no: text({ "x-kind": "identifier", readOnly: true }),
      ...judged,
      inner: { type: "object", "x-label": both("Inner"), properties: judged },
      rows: listOf({ parts: listOf() }),
      status: text({ "x-kind": "status", readOnly: true }),
    },
    "x-lifecycle": {
      field: "status",
      states: { open: { label: both("Open"), tone: "info" } },
      transitions: [
        { ...by, on: "open", from: null },
        { ...by, on: "supply", said: both("Done"), from: ["open"], takes: [...written, "rows"] },
      ],
    },
    "x-list": { columns: ["no"], import: { fields: [...written, "rows"], key: "code", maxRows: 10 } },
  },
};
const texts = Object.fromEntries(
  Object.entries(sources).map(([name, source]) => [
    name,
    JSON.stringify({
      "x-label": both(name),
      type: "object",
      ...source,
      "x-entity": Object.assign({ name }, source["x-entity"]),
    }),
  ]),
);
const compile = (name: string, source: string) =>
  compileEntity(`schemas/entities/${name}.json`, source, { ...createEmptyLibrary(), entities: texts });
const entities = new Map(
  Object.entries(texts).map(([name, source]): [string, Entity] => {
    const { plan, texts: words } = compile(name, source);
    return [name, hydrate(plan, words, compileValidator(plan.schema))];
  }),
);
const place = entities.get("place")!;
const lists = {
  ...schemas,
  entities,
  data: new Map([
    [
      "land",
      [
        { name: "CN", rate: "7.10" },
        { name: "LV", rate: "1.00" },
      ],
    ],
    ["town", [{ name: "Riga", land: "LV" }]],
  ]),
};

/** Where values are in a record: the document with them, and their JSON pointer. */
const places: Record<string, { of: (...values: Row[]) => Row; at: string; inRows?: true }> = {
  top: { of: (values) => ({ ...values }), at: "" },
  nested: { of: (values) => ({ inner: { ...values } }), at: "/inner" },
  row: { of: (...values) => ({ rows: values }), at: "/rows/0", inRows: true },
  "row in row": { of: (...values) => ({ rows: [{ parts: values }] }), at: "/rows/0/parts/0", inRows: true },
};
/** Values that are refused, by keyword, with the field and code of the only error. */
const wrong: Record<string, { values: Row; at: string; code: string }> = {
  options: { values: { land: "XX" }, at: "land", code: "options" },
  params: { values: { land: "CN", town: "Riga" }, at: "town", code: "options" },
  fills: { values: { land: "CN", rate: "999.00" }, at: "rate", code: "contradicts" },
  reference: { values: { friend: "foreign" }, at: "friend", code: "reference" },
  where: { values: { friend: "closed" }, at: "friend", code: "where" },
  mask: { values: { card: "**** 1234" }, at: "card", code: "covered" },
  file: { values: { doc: "foreign" }, at: "doc", code: "file" },
};
const right = {
  land: "CN",
  rate: "7.10",
  friend: "open",
  friendName: "Forged",
  card: "6222021234",
  doc: "kyc",
  docName: "Forged",
};
const stored = { ...right, gift: false, friendName: "Open", docName: "passport.pdf" };

/** Field keywords without a cell in the matrix: their values are judged by the schema and kinds, or only shown. */
const byKind =
  "type $ref properties required enum const minLength maxLength pattern format formatMinimum formatMaximum formatExclusiveMinimum formatExclusiveMaximum minimum maximum exclusiveMinimum exclusiveMaximum multipleOf x-limits items minItems maxItems uniqueItems readOnly writeOnly default x-kind x-currency x-step x-compute x-sensitive x-sealed x-record";
const onlyShown = "examples $comment x-label x-aliases x-help x-placeholder x-unit x-messages x-countdown x-suggest";
/** Keywords that are refused in rows by a rule of their own. */
const refusedInRows = "x-formerly x-ledger";

it("has a cell for every keyword that a row may have", () => {
  const inRows = keywords.filter(({ on, ofRecord }) => on.includes("field") && !ofRecord).map(({ name }) => name);
  const cells = new Set(Object.values(judged).flatMap((field) => Object.keys(field)));
  const others = new Set(`${byKind} ${onlyShown} ${refusedInRows}`.split(" "));
  expect(inRows.filter((name) => !cells.has(name) && !others.has(name))).toEqual([]);
});

/** Returns the value at a JSON pointer of a document. */
const readAt = (document: unknown, pointer: string): unknown =>
  pointer
    .split("/")
    .slice(1)
    .reduce((inner, step) => (inner as Record<string, unknown>)[step], document);

withDatabase("judging", (open) => {
  let db: Database;
  let context: LifecycleContext;
  const actor: Actor = { by: "merchant", tenant: "m1", grants: new Set(), userStatus: 1, lang: "en", traceId: "test" };
  const at = Date.parse("2026-11-21T00:00:00Z");
  beforeAll(async () => {
    db = await open();
    await migrate(db, { entities });
    context = { schemas: lists, vocabulary: coreVocabulary, clock: { now: () => at } };
    const parties = createRecordStore(db, lists);
    for (const [tenant, id, isOpen] of [
      ["m1", "open", "yes"],
      ["m1", "closed", "no"],
      ["m2", "foreign", "yes"],
    ] as const)
      await parties.insert(entities.get("party")!, { tenant, id, row: { name: "Open", open: isOpen }, at });
    for (const [tenant, id] of [
      ["m1", "kyc"],
      ["m2", "foreign"],
    ])
      await db.query(
        "INSERT INTO file (m, id, user_id, name, mime, size, sha256, purpose, created_at) VALUES ($1, $2, 'u1', 'passport.pdf', 'application/pdf', 7, '', 'kyc', $3)",
        [tenant, id, new Date(at).toISOString()],
      );
  });

  const add = (document: Row) =>
    db.tx((tx) =>
      mapUniqueViolation(
        { actor },
        place,
        create(tx, { entity: place, input: flattenRecord(place, document), actor }, context),
      ),
    );
  /** Ways into the server. Each returns the record, or throws the failure with the errors. */
  const exits: Record<string, (document: Row) => Promise<Row>> = {
    API: add,
    async import(document) {
      const services = { ...context, db };
      const rows = [{ line: 2, record: flattenRecord(place, document), find: {} }];
      const [found] = await checkRows({ actor, services }, place, "f".repeat(64), rows);
      if (found!.errors.length > 0) throw new Failure("invalid", {}, found!.errors);
      return add(document);
    },
    async event(document) {
      const id = String((await add({}))["no"]);
      const input = flattenRecord(place, document);
      const fired = db.tx((tx) =>
        mapUniqueViolation({ actor }, place, fire(tx, { entity: place, id, event: "supply", actor, input }, context)),
      );
      await fired;
      return (await load(db, place, "m1", id))!.data;
    },
  };
  const refused = async (work: Promise<unknown>): Promise<CheckError[]> =>
    work.then(
      () => [],
      (error: unknown) => {
        if (!(error instanceof Failure)) throw error;
        return [...error.errors];
      },
    );
  const cells = Object.keys(places)
    .flatMap((where) => Object.keys(exits).map((exit) => [where, exit] as const))
    .filter(([where, exit]) => where !== "nested" || exit !== "event");
  it("compiles no event that takes a field of a nested object", () => {
    const source = texts["place"]!.replace('"takes":["land"', '"takes":["inner.land"');
    expect(() => compile("place", source)).toThrow(/"takes" cannot be "inner.land"/);
  });

  describe.each(cells)("in the place %s by %s", (where, exit) => {
    const { of, at: above, inRows } = places[where]!;
    const send = exits[exit]!;
    it.each(Object.keys(wrong))("refuses a value by %s, at its input in the form", async (word) => {
      const { values, at: name, code } = wrong[word]!;
      const errors = await refused(send(of(values)));
      expect(errors.map((error) => [error.at, error.code])).toEqual([[`${above}/${name}`, code]]);
      const form = new FormStore(place, { lang: "en", initial: flattenRecord(place, of(values)) });
      expect(findNode(form, errors[0]!.at)?.field.name).toBe(where === "nested" ? `inner.${name}` : name);
    });
    it("refuses a value twice that is unique", async () => {
      const code = `${where}, ${exit}`;
      if (!inRows) await add(of({ code }));
      const errors = await refused(send(inRows ? of({ code: "other" }, { code }, { code }) : of({ code })));
      const last = inRows ? above.replace(/0$/, "2") : above;
      expect(errors.map((error) => [error.at, error.code])).toEqual([[`${last}/code`, "unique"]]);
    });
    it("stores what references and files fill in, not what was sent, and untouched boxes as false", async () => {
      const document = nestRecord(place, await send(of({ ...right })));
      expect(readAt(document, above)).toMatchObject(stored);
    });
  });
});
