/** Asserts what a change of schemas breaks: each kind of change in a small product, and the story of a remark in the real one. */
import { execFileSync } from "node:child_process";
import { appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FixtureFile } from "../../tools/schemas/cases.ts";
import { changesBetween } from "../../tools/schemas/changes.ts";
import { levelOf, type Level, type Risk } from "../../tools/schemas/changes/change.ts";
import { schemasCommand } from "../../tools/schemas/command.ts";
import { both, compiled, type Product } from "./parcels.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const before = compiled();
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
const parcels: FixtureFile = {
  name: "parcel",
  fixtures: [
    fixture("plain", { code: "ABC" }),
    fixture("small", { code: "ABC", size: "S", price: "999" }),
    fixture("long", { code: "ABCD", note: "x".repeat(20), goods: [{ what: "nine char" }] }),
  ],
};
const fixturesOf = (name: string) => (name === "parcel" ? parcels : undefined);
const changed = (edit: (product: Product) => void) => changesBetween(before, compiled(edit), fixturesOf);

type Edit = (product: Product) => void;
const event = ({ parcel }: Product, on: string) => parcel["x-lifecycle"].transitions.find((one) => one["on"] === on)!;
const rule = ({ parcel }: Product, id: string) => parcel["x-rules"].find((one) => one["id"] === id)!;
const view = ({ parcel }: Product) => (parcel["x-list"]["views"] as Record<string, unknown>[])[0]!;
const without = (list: unknown, ...gone: string[]) => (list as string[]).filter((one) => !gone.includes(one));
const unnamed = ({ parcel }: Product, field: string, now?: string): void => {
  const other = (list: unknown) => (list as string[]).flatMap((one) => (one === field ? (now ?? []) : one));
  parcel["x-list"]["columns"] = other(parcel["x-list"]["columns"]);
  (parcel["x-list"]["import"] as Record<string, unknown>)["fields"] = other(
    (parcel["x-list"]["import"] as Record<string, unknown>)["fields"],
  );
  parcel["x-form"].sections[0]!.fields = other(parcel["x-form"].sections[0]!.fields);
};
/** Edit, place and kind of the reported change, levels for requests and for responses, and the code that a value is refused with. */
const table: [
  title: string,
  edit: Edit,
  at: string,
  what: string,
  request: Level,
  response: Level,
  witness?: string,
][] = [
  [
    "a shorter text",
    ({ parcel }) => (parcel.properties["note"]!["maxLength"] = 10),
    "parcel.note",
    "limit-tightened",
    "breaking",
    "info",
    "maxLength",
  ],
  [
    "a longer text",
    ({ parcel }) => (parcel.properties["note"]!["maxLength"] = 30),
    "parcel.note",
    "limit-loosened",
    "info",
    "warning",
  ],
  [
    "a new limit",
    ({ parcel }) => (parcel.properties["note"]!["minLength"] = 2),
    "parcel.note",
    "limit-tightened",
    "breaking",
    "info",
    "minLength",
  ],
  [
    "a limit that goes",
    ({ parcel }) => delete parcel.properties["note"]!["maxLength"],
    "parcel.note",
    "limit-loosened",
    "info",
    "warning",
  ],
  [
    "a higher minimum",
    ({ parcel }) => (parcel.properties["price"]!["formatMinimum"] = "12.01"),
    "parcel.price",
    "limit-tightened",
    "breaking",
    "info",
    "formatMinimum",
  ],
  [
    "a pattern that takes less",
    ({ parcel }) => (parcel.properties["code"]!["pattern"] = "^[A-Z]{2,3}$"),
    "parcel.code",
    "limit-changed",
    "breaking",
    "info",
    "pattern",
  ],
  [
    "a pattern that takes more",
    ({ parcel }) => (parcel.properties["code"]!["pattern"] = "^[A-Za-z]{2,4}$"),
    "parcel.code",
    "limit-changed",
    "info",
    "warning",
  ],
  [
    "a limit in a list's rows",
    ({ parcel }) => ((parcel.properties["goods"]!["items"] as any).properties.what.maxLength = 5),
    "parcel.goods.what",
    "limit-tightened",
    "breaking",
    "info",
    "maxLength",
  ],
  [
    "smaller files",
    ({ constants }) => (constants["most"].value = 500),
    "parcel.slip",
    "limit-tightened",
    "breaking",
    "info",
  ],
  [
    "fewer kinds of file",
    ({ parcel }) => ((parcel.properties["slip"]!["x-file"] as any).accept = [".pdf"]),
    "parcel.slip",
    "limit-tightened",
    "breaking",
    "info",
  ],
  [
    "another kind",
    ({ parcel }) => (parcel.properties["note"]!["x-kind"] = "phone"),
    "parcel.note",
    "kind-changed",
    "breaking",
    "warning",
    "phone",
  ],
  [
    "a choice that goes",
    ({ parcel }) => (parcel.properties["size"]!["x-options"] = { L: { label: both("Large") } }),
    "parcel.size",
    "choice-removed",
    "breaking",
    "info",
    "enum",
  ],
  [
    "a choice that comes",
    ({ parcel }) => ((parcel.properties["size"]!["x-options"] as any).M = { label: both("Middle") }),
    "parcel.size",
    "choice-added",
    "info",
    "warning",
  ],
  [
    "another label of a choice",
    ({ parcel }) => ((parcel.properties["size"]!["x-options"] as any).S = { label: both("Little") }),
    "parcel.size",
    "words-changed",
    "none",
    "none",
  ],
  [
    "a field that must be filled now",
    ({ parcel }) => parcel.required.push("size"),
    "parcel.size",
    "required-added",
    "breaking",
    "info",
    "required",
  ],
  [
    "a field that need not be filled any more",
    ({ parcel }) => (parcel.required = []),
    "parcel.code",
    "required-removed",
    "info",
    "warning",
  ],
  [
    "a new field",
    ({ parcel }) => (parcel.properties["colour"] = { type: "string", "x-label": both("Colour") }),
    "parcel.colour",
    "field-added",
    "info",
    "info",
  ],
  [
    "a new field that must be filled",
    ({ parcel }) => {
      parcel.properties["colour"] = { type: "string", "x-label": both("Colour") };
      parcel.required.push("colour");
      parcel["x-form"].sections[0]!.fields.push("colour");
    },
    "parcel.colour",
    "required-field-added",
    "breaking",
    "info",
    "required",
  ],
  [
    "a field that goes",
    (all) => {
      delete all.parcel.properties["note"];
      delete all.parcel["x-require"]["note"];
      unnamed(all, "note");
    },
    "parcel.note",
    "field-removed",
    "breaking",
    "breaking",
    "additionalProperties",
  ],
  [
    "a field that is renamed",
    (all) => {
      const { note, ...rest } = all.parcel.properties;
      all.parcel.properties = { ...rest, notes: note! };
      all.parcel["x-require"] = { notes: "self.size == 'L'" };
      unnamed(all, "note", "notes");
    },
    "parcel.note",
    "field-renamed",
    "breaking",
    "breaking",
    "additionalProperties",
  ],
  [
    "guesses without a limit",
    ({ contexts }) => delete contexts["user"].guess,
    "contexts.user",
    "guess-removed",
    "info",
    "none",
  ],
  [
    "another type",
    ({ parcel }) => (parcel.properties["note"] = { type: "integer", "x-label": both("Note") }),
    "parcel.note",
    "type-changed",
    "breaking",
    "breaking",
    "type",
  ],
  [
    "another currency",
    ({ parcel }) => (parcel.properties["price"]!["x-currency"] = "JPY"),
    "parcel.price",
    "currency-changed",
    "breaking",
    "breaking",
  ],
  [
    "a field that the server fills from now on",
    ({ parcel }) => {
      parcel.properties["note"]!["readOnly"] = true;
      parcel["x-require"] = {};
      (parcel["x-list"]["import"] as any).fields = ["code"];
    },
    "parcel.note",
    "read-only-added",
    "breaking",
    "none",
  ],
  [
    "a field that is given back no more",
    ({ parcel }) => {
      Object.assign(parcel.properties["slip"]!, { writeOnly: true, "x-sealed": true });
    },
    "parcel.slip",
    "write-only-added",
    "none",
    "breaking",
  ],
  [
    "values that may not repeat",
    ({ parcel }) => (parcel.properties["code"]!["x-unique"] = []),
    "parcel.code",
    "unique-added",
    "breaking",
    "none",
  ],
  [
    "a value that is fixed",
    ({ parcel }) => (parcel.properties["code"]!["x-once"] = true),
    "parcel.code",
    "once-added",
    "breaking",
    "none",
  ],
  [
    "a value that is computed otherwise",
    ({ parcel }) => (parcel.properties["total"]!["x-compute"] = "self.price + self.price + self.price"),
    "parcel.total",
    "compute-changed",
    "none",
    "warning",
  ],
  [
    "a value that is hidden",
    ({ parcel }) => (parcel.properties["code"]!["x-mask"] = { style: "id" }),
    "parcel.code",
    "mask-added",
    "none",
    "breaking",
  ],
  [
    "a new rule",
    ({ parcel }) =>
      parcel["x-rules"].push({
        id: "cheap",
        at: "price",
        assert: "self.price < decimal('999')",
        message: both("Dear"),
      }),
    "parcel.cheap",
    "rule-added",
    "breaking",
    "none",
    "cheap",
  ],
  [
    "a rule that goes",
    ({ parcel }) => (parcel["x-rules"] = [parcel["x-rules"][1]!]),
    "parcel.notTooDear",
    "rule-removed",
    "info",
    "warning",
  ],
  [
    "a tighter rule",
    ({ parcel }) => (parcel["x-rules"][0]!["assert"] = "self.price <= decimal('500')"),
    "parcel.notTooDear",
    "rule-changed",
    "breaking",
    "info",
    "notTooDear",
  ],
  [
    "a warning that refuses from now on",
    ({ parcel }) => delete parcel["x-rules"][1]!["warns"],
    "parcel.odd",
    "rule-changed",
    "breaking",
    "info",
  ],
  [
    "a condition of showing",
    ({ parcel }) => (parcel["x-show"]["size"] = "has(self.note)"),
    "parcel.size",
    "show-changed",
    "info",
    "info",
  ],
  [
    "a condition of filling",
    ({ parcel }) => (parcel["x-require"]["size"] = "self.code == 'ABC'"),
    "parcel.size",
    "require-changed",
    "breaking",
    "info",
    "required",
  ],
  ["a gate that goes", ({ parcel }) => (parcel["x-gates"] = []), "parcel", "gate-removed", "info", "none"],
  [
    "another gate",
    ({ parcel }) => parcel["x-gates"].push({ unless: "!user.certified", message: "authenticateFirst" }),
    "parcel",
    "gate-added",
    "breaking",
    "none",
  ],
  [
    "a state that goes",
    (all) => {
      delete all.parcel["x-lifecycle"].states["sent"];
      all.parcel["x-lifecycle"].transitions = [
        event(all, "post"),
        { ...event(all, "send"), to: "gone" },
        { ...event(all, "stop"), from: "open" },
      ];
    },
    "parcel.sent",
    "state-removed",
    "breaking",
    "breaking",
  ],
  [
    "an event that leads elsewhere",
    (all) => {
      event(all, "send")["to"] = "gone";
      event(all, "stop")["from"] = "open";
      delete all.parcel["x-lifecycle"].states["sent"];
    },
    "parcel.send",
    "event-redirected",
    "breaking",
    "warning",
  ],
  [
    "a state that comes",
    (all) => {
      all.parcel["x-lifecycle"].states["lost"] = { label: both("Lost"), tone: "danger", final: true };
      all.parcel["x-lifecycle"].transitions.push({
        on: "lose",
        label: both("Lose"),
        from: "sent",
        to: "lost",
        by: "provider",
      });
    },
    "parcel.lost",
    "state-added",
    "info",
    "warning",
  ],
  [
    "an event that comes",
    (all) =>
      all.parcel["x-lifecycle"].transitions.push({
        on: "lose",
        label: both("Lose"),
        from: "sent",
        to: "gone",
        by: "provider",
      }),
    "parcel.lose",
    "event-added",
    "info",
    "info",
  ],
  [
    "a state in another colour",
    ({ parcel }) => (parcel["x-lifecycle"].states["open"]!["tone"] = "warning"),
    "parcel.open",
    "tone-changed",
    "none",
    "none",
  ],
  [
    "a state that is final",
    (all) => {
      all.parcel["x-lifecycle"].states["sent"]!["final"] = true;
      event(all, "stop")["from"] = "open";
    },
    "parcel.sent",
    "state-changed",
    "none",
    "warning",
  ],
  [
    "an event that goes",
    (all) => {
      all.parcel["x-lifecycle"].transitions = all.parcel["x-lifecycle"].transitions.filter(
        (one) => one["on"] !== "stop",
      );
      all.parcel["x-lifecycle"].transitions.push({
        on: "lapse",
        label: both("Lapse"),
        from: ["open", "sent"],
        to: "gone",
        by: "clock",
        after: "P1D",
      });
      (all.parcel["x-calls"]["moves"] as any).event = ["send"];
    },
    "parcel.stop",
    "event-removed",
    "breaking",
    "info",
  ],
  [
    "an event that begins at fewer states",
    (all) => (event(all, "stop")["from"] = "sent"),
    "parcel.stop",
    "event-narrowed",
    "breaking",
    "info",
  ],
  [
    "an event that begins at more states",
    (all) => (event(all, "send")["from"] = ["open", "sent"]),
    "parcel.send",
    "event-widened",
    "info",
    "warning",
  ],
  [
    "an event that asks for a field",
    (all) => (event(all, "send")["needs"] = ["reason"]),
    "parcel.send",
    "now-needed",
    "breaking",
    "none",
  ],
  [
    "an event that asks for a field no more",
    (all) => delete event(all, "stop")["needs"],
    "parcel.stop",
    "no-longer-needed",
    "info",
    "warning",
  ],
  [
    "an event with a second proof",
    (all) => (event(all, "send")["stepUp"] = "pay"),
    "parcel.send",
    "step-up-changed",
    "breaking",
    "none",
  ],
  [
    "an event that notifies",
    (all) => (event(all, "send")["notify"] = true),
    "parcel.send",
    "notify-changed",
    "info",
    "warning",
  ],
  [
    "a filter that goes",
    ({ parcel }) => ((parcel["x-list"]["filters"] as any).more = []),
    "parcel.size",
    "filter-removed",
    "breaking",
    "none",
  ],
  [
    "a filter that comes",
    ({ parcel }) => (parcel["x-list"]["filters"] as any).more.push("gate"),
    "parcel.gate",
    "filter-added",
    "info",
    "none",
  ],
  [
    "a column that goes",
    ({ parcel }) => (parcel["x-list"]["columns"] = without(parcel["x-list"]["columns"], "note")),
    "parcel.note",
    "column-removed",
    "none",
    "breaking",
  ],
  [
    "a column that comes",
    ({ parcel }) => (parcel["x-list"]["columns"] as string[]).push("size"),
    "parcel.size",
    "column-added",
    "none",
    "info",
  ],
  [
    "a sum that goes",
    ({ parcel }) => (parcel["x-list"]["sums"] = []),
    "parcel.price",
    "sum-removed",
    "none",
    "breaking",
  ],
  [
    "words that search less",
    ({ parcel }) => (parcel["x-list"]["search"] = ["code"]),
    "parcel.no",
    "search-removed",
    "warning",
    "none",
  ],
  ["another order", ({ parcel }) => (parcel["x-list"]["sort"] = "createdAt"), "parcel", "sort-changed", "none", "info"],
  [
    "no export",
    ({ parcel }) => (parcel["x-list"]["export"] = false),
    "parcel",
    "export-removed",
    "breaking",
    "breaking",
  ],
  [
    "no action over several",
    ({ parcel }) => (parcel["x-list"]["bulk"] = []),
    "parcel.send",
    "bulk-removed",
    "breaking",
    "none",
  ],
  [
    "no import",
    ({ parcel }) => {
      delete parcel["x-list"]["import"];
      delete parcel["x-calls"]["import"];
    },
    "parcel",
    "import-removed",
    "breaking",
    "none",
  ],
  [
    "an import of fewer columns",
    ({ parcel }) => ((parcel["x-list"]["import"] as any).fields = ["code"]),
    "parcel.note",
    "import-column-removed",
    "breaking",
    "none",
  ],
  [
    "an import of more columns",
    ({ parcel }) => (parcel["x-list"]["import"] as any).fields.push("size"),
    "parcel.size",
    "import-column-added",
    "info",
    "none",
  ],
  [
    "shorter imports",
    ({ parcel }) => ((parcel["x-list"]["import"] as any).maxRows = 10),
    "parcel",
    "limit-tightened",
    "breaking",
    "none",
  ],
  [
    "a head of files that is not known any more",
    ({ parcel }) => delete parcel.properties["note"]!["x-aliases"],
    "parcel.note",
    "head-removed",
    "warning",
    "none",
  ],
  [
    "a head of files that is known too",
    ({ parcel }) => (parcel.properties["note"]!["x-aliases"] as string[]).push("Remark"),
    "parcel.note",
    "head-added",
    "info",
    "none",
  ],
  [
    "files for another purpose",
    ({ parcel }) => ((parcel.properties["slip"]!["x-file"] as any).purpose = "proof"),
    "parcel.slip",
    "file-changed",
    "info",
    "info",
  ],
  [
    "a choice in another colour",
    ({ parcel }) => ((parcel.properties["size"]!["x-options"] as any).S.tone = "info"),
    "parcel.size",
    "tone-changed",
    "none",
    "none",
  ],
  [
    "a link more",
    ({ parcel }) => Object.assign(parcel, { "x-links": [{ id: "ask", label: both("Ask"), to: "/ask" }] }),
    "parcel",
    "links-laid-out",
    "info",
    "none",
  ],
  [
    "a view that goes",
    ({ parcel }) => (parcel["x-list"]["views"] = []),
    "parcel.fresh",
    "view-removed",
    "breaking",
    "none",
  ],
  [
    "a view of other records",
    (all) => (view(all)["where"] = { status: ["sent"] }),
    "parcel.fresh",
    "view-changed",
    "none",
    "warning",
  ],
  [
    "a view that comes",
    ({ parcel }) =>
      (parcel["x-list"]["views"] as object[]).push({ id: "old", label: both("Old"), where: { status: ["gone"] } }),
    "parcel.old",
    "view-added",
    "info",
    "none",
  ],
  [
    "a field that leaves the form",
    ({ parcel }) => {
      parcel["x-form"].sections[0]!.fields = without(parcel["x-form"].sections[0]!.fields, "price");
    },
    "parcel.price",
    "not-asked",
    "warning",
    "none",
  ],
  [
    "a field that comes into the form",
    ({ parcel }) => parcel["x-form"].sections[0]!.fields.push("no"),
    "parcel.no",
    "asked",
    "info",
    "none",
  ],
  [
    "another order of the form",
    ({ parcel }) => (parcel["x-form"].sections[0]!.fields = parcel["x-form"].sections[0]!.fields.toReversed()),
    "parcel",
    "form-laid-out",
    "none",
    "none",
  ],
  [
    "another label",
    ({ parcel }) => (parcel.properties["price"]!["x-label"] = both("Cost")),
    "parcel.price",
    "words-changed",
    "none",
    "none",
  ],
  [
    "another head of a column that files have",
    ({ parcel }) => (parcel.properties["note"]!["x-label"] = both("Remark")),
    "parcel.note",
    "words-changed",
    "info",
    "none",
  ],
  [
    "a line of the receipt that goes",
    ({ parcel }) => (parcel["x-receipt"] = { fields: ["no", "code"] }),
    "parcel.price",
    "receipt-line-removed",
    "none",
    "warning",
  ],
  [
    "a line of the receipt that comes",
    ({ parcel }) => (parcel["x-receipt"] = { fields: ["no", "code", "price", "note"] }),
    "parcel.note",
    "receipt-line-added",
    "none",
    "info",
  ],
  [
    "a receipt at other times",
    ({ parcel }) => (parcel["x-receipt"]!["when"] = "self.status == 'sent'"),
    "parcel",
    "receipt-when-changed",
    "none",
    "warning",
  ],
  ["no receipt", ({ parcel }) => (parcel["x-receipt"] = undefined), "parcel", "receipt-removed", "none", "breaking"],
  [
    "a call that goes",
    ({ parcel }) => {
      delete parcel["x-calls"]["moves"];
      parcel["x-list"]["bulk"] = [];
    },
    "parcel.moves",
    "call-removed",
    "breaking",
    "breaking",
  ],
  [
    "a call that comes",
    ({ parcel }) => (parcel["x-calls"]["halt"] = { http: "POST /parcel/halt", event: "stop" }),
    "parcel.halt",
    "call-added",
    "info",
    "none",
  ],
  [
    "another address",
    ({ parcel }) => (parcel["x-calls"]["create"] = { http: "POST /parcel/create", event: "post" }),
    "parcel.create",
    "address-removed",
    "breaking",
    "none",
  ],
  [
    "one more address",
    ({ parcel }) =>
      (parcel["x-calls"]["create"] = { http: "POST /parcel/new", alias: ["POST /parcel/more"], event: "post" }),
    "parcel.create",
    "address-added",
    "info",
    "none",
  ],
  ["a call for fewer people", ({ ask }) => (ask["access"] = "certified"), "ask", "access-narrowed", "breaking", "none"],
  ["a call for more people", ({ ask }) => (ask["access"] = "public"), "ask", "access-widened", "warning", "none"],
  [
    "a call that needs a grant",
    ({ parcel }) => (parcel["x-calls"]["create"] = { http: "POST /parcel/new", event: "post", grant: "parcels" }),
    "parcel.create",
    "grant-changed",
    "breaking",
    "none",
  ],
  [
    "a call that needs a proof",
    ({ parcel }) => (parcel["x-calls"]["create"] = { http: "POST /parcel/new", event: "post", stepUp: "pay" }),
    "parcel.create",
    "step-up-changed",
    "breaking",
    "none",
  ],
  [
    "a proof for other fields",
    ({ parcel }) => (parcel["x-calls"]["update"] = { http: "POST /parcel/edit", stepUp: "pay", guards: ["code"] }),
    "parcel.update",
    "guards-changed",
    "warning",
    "none",
  ],
  [
    "an event that its call does not do any more",
    (all) => {
      (all.parcel["x-calls"]["moves"] as any).event = ["send"];
      all.parcel["x-calls"]["halt"] = { http: "POST /parcel/halt", event: "stop" };
    },
    "parcel.moves",
    "event-removed",
    "breaking",
    "none",
  ],
  [
    "a limit in a call's form",
    ({ ask }) => (ask["request"].properties.number.maxLength = 3),
    "ask.number",
    "limit-tightened",
    "breaking",
    "none",
    "maxLength",
  ],
  [
    "a call that happens once for one key",
    ({ ask }) => (ask["changes"] = "record"),
    "ask",
    "once-changed",
    "info",
    "none",
  ],
  [
    "a secret that is stored sealed",
    ({ parcel }) => {
      Object.assign(parcel.properties["slip"]!, { writeOnly: true, "x-sealed": true });
    },
    "parcel.slip",
    "sealed-added",
    "none",
    "breaking",
  ],
  [
    "an answer that lacks a member",
    ({ ask }) => {
      delete ask["response"].properties.found;
      ask["response"].required = [];
    },
    "ask.found",
    "answer-removed",
    "none",
    "breaking",
  ],
  [
    "an answer with one more member",
    ({ ask }) => (ask["response"].properties.more = { type: "string" }),
    "ask.more",
    "answer-added",
    "none",
    "info",
  ],
  [
    "an answer of another type",
    ({ ask }) => (ask["response"].properties.found.type = "string"),
    "ask.found",
    "answer-changed",
    "none",
    "breaking",
  ],
  [
    "an answer that may lack a member",
    ({ ask }) => (ask["response"].required = []),
    "ask.found",
    "answer-optional",
    "none",
    "warning",
  ],
  [
    "an answer with one more value",
    ({ ask }) => ask["response"].properties.mood.enum.push("so so"),
    "ask.mood",
    "choice-added",
    "none",
    "warning",
  ],
  ["an answer that is a file", ({ ask }) => (ask["blob"] = true), "ask", "answer-changed", "none", "breaking"],
  [
    "another prefix of numbers",
    ({ parcel }) => (parcel["x-entity"]["number"] = "PP"),
    "parcel",
    "number-changed",
    "info",
    "warning",
  ],
  [
    "another key",
    ({ parcel }) => (parcel["x-entity"]["key"] = "code"),
    "parcel",
    "key-changed",
    "breaking",
    "breaking",
  ],
  ["a page that goes", ({ pages }) => pages.pop(), "/ask", "page-removed", "breaking", "none"],
  ["a page that moves", ({ pages }) => (pages[1]!["path"] = "/asked"), "/ask", "page-moved", "breaking", "none"],
  [
    "a page that comes",
    ({ pages }) =>
      pages.push({
        path: "/gates",
        id: "R3",
        label: both("Gates"),
        access: "session",
        view: { entity: "gate", show: "list" },
      }),
    "/gates",
    "page-added",
    "info",
    "none",
  ],
  ["a call that counts once", ({ ask }) => (ask["changes"] = "record"), "ask", "once-changed", "info", "none"],
  [
    "a page that comes",
    ({ pages }) =>
      pages.push({
        path: "/gates",
        id: "R3",
        label: both("Gates"),
        access: "session",
        view: { entity: "gate", show: "list" },
      }),
    "/gates",
    "page-added",
    "info",
    "none",
  ],
  ["a page for fewer people", ({ pages }) => delete pages[1]!["access"], "/ask", "access-narrowed", "breaking", "none"],
  ["a page in another menu", ({ pages }) => (pages[1]!["menu"] = "asking"), "/ask", "menu-changed", "breaking", "none"],
  ["a tab that goes", ({ pages }) => pages[0]!["tabs"].pop(), "/parcels?tab=new", "tab-removed", "breaking", "none"],
  [
    "a tab that comes",
    ({ pages }) => pages[0]!["tabs"].push({ id: "gates", label: both("Gates"), entity: "gate", show: "list" }),
    "/parcels?tab=gates",
    "tab-added",
    "info",
    "none",
  ],
  [
    "a tab that shows something else",
    ({ pages }) => (pages[0]!["tabs"][0].columns = ["no"]),
    "/parcels?tab=all",
    "page-shows-other",
    "warning",
    "warning",
  ],
  [
    "a constant that is another",
    ({ constants }) => (constants["most"].value = 500),
    "constants.most",
    "constant-changed",
    "warning",
    "warning",
  ],
  [
    "a constant that goes",
    ({ constants, parcel }) => {
      delete constants["most"];
      (parcel.properties["slip"]!["x-file"] as any).maxBytes = 1000;
    },
    "constants.most",
    "constant-removed",
    "breaking",
    "breaking",
  ],
  [
    "a constant that comes",
    ({ constants }) => (constants["least"] = { id: "K2", value: 1, unit: "bytes", source: "here" }),
    "constants.least",
    "constant-added",
    "none",
    "none",
  ],
  ["a row of a list that goes", ({ gates }) => gates.pop(), "gate.A2", "row-removed", "breaking", "warning"],
  ["a row of a list that comes", ({ gates }) => gates.push({ code: "A3" }), "gate.A3", "row-added", "info", "info"],
];

const OPPOSITES = [
  ["sum-removed", "sum-added"],
  ["search-removed", "search-added"],
  ["answer-optional", "answer-always"],
  ["import-removed", "import-added"],
  ["limit-tightened", "limit-loosened"],
  ["required-added", "required-removed"],
  ["gate-added", "gate-removed"],
  ["page-moved", "page-moved"],
];

describe("a change of schemas", () => {
  it.each(table)("%s", (_title, edit, at, what, request, response, witness) => {
    const after = compiled(edit);
    const changes = changesBetween(before, after, fixturesOf);
    const found = changes.find((change) => change.at === at && change.what === what);
    expect(
      found,
      JSON.stringify(
        changes.map((change) => `${change.at} ${change.what} ${change.request}/${change.response}`),
        undefined,
        1,
      ),
    ).toMatchObject({ request, response });
    expect(found!.witness?.after).toBe(witness);
    expect([found!.said.zh, found!.said.en]).not.toContainEqual(expect.stringMatching(/undefined|\[object/));
    expect(found!.place?.file ?? "").toMatch(/^schemas\//);
    // The opposite edit is reported, too.
    const back = changesBetween(after, before, () => undefined);
    expect(back.length).toBeGreaterThan(0);
    for (const [gone, come] of OPPOSITES) if (what === gone) expect(back.map((change) => change.what)).toContain(come);
  });
  it("is none where nothing changed", () => expect(changed(() => undefined)).toEqual([]));
  it("has a case here for every kind that is told", () => {
    const folder = join(root, "tools/schemas/changes");
    const told = [
      ...readdirSync(folder).map((name) => join(folder, name)),
      join(root, "tools/schemas/changes.ts"),
    ].flatMap((file) => [...readFileSync(file, "utf8").matchAll(/what: [^,`]*?"([a-z-]+)"/g)].map(([, what]) => what!));
    // Kinds that this small product cannot show, or that are reported with a more severe one.
    const beside = new Set([
      "lifecycle-added",
      "lifecycle-removed",
      "sum-added",
      "search-added",
      "answer-always",
      "import-added",
      "column-dropped",
      "column-retyped",
      "union-changed",
    ]);
    expect(told.length).toBeGreaterThan(50);
    expect(
      [...new Set(told)].filter((what) => !beside.has(what) && !table.some(([, , , other]) => other === what)),
    ).toEqual([]);
  });
  it("that takes a field away is one change, and names its parameter, its column and its cases", () => {
    const changes = changed((all) => {
      delete all.parcel.properties["note"];
      delete all.parcel["x-require"]["note"];
      unnamed(all, "note");
    });
    expect(
      changes
        .filter(({ request, response }) => request !== "none" || response !== "none")
        .map(({ at, what }) => `${at} ${what}`),
    ).toEqual(["parcel.note field-removed"]);
    expect(changes[0]!.touches).toEqual(
      expect.arrayContaining([
        'tests/schemas/parcel/cases.json:1 "long"',
        "?note= in links and kept views of parcel",
        "column e_parcel.f_note",
      ]),
    );
  });
  it("of a constant names the schemas that read it", () =>
    expect(
      changed(({ constants }) => (constants["most"].value = 500)).find(({ at }) => at === "constants.most")!.touches,
    ).toContain("schemas/entities/parcel.json"));
  it("is told of the asked entities alone, and fast", () => {
    const after = compiled(({ parcel, ask, pages }) => {
      parcel.properties["note"]!["maxLength"] = 10;
      ask["access"] = "public";
      pages.pop();
    });
    expect(changesBetween(before, after, () => parcels, { only: ["parcel"] }).map(({ at }) => at)).toEqual([
      "parcel.note",
    ]);
  });
});

describe("a change that loosens a control, changes a price or shows more", () => {
  /** Parcels whose events, calls and fields are guarded; each row removes one guard or restores it. */
  const guarded: Edit = (all) => {
    Object.assign(event(all, "send"), {
      said: both("Done"),
      grant: "parcel.review",
      not: "maker",
      stepUp: "pay+totp",
      when: "self.price < decimal('5000')",
    });
    all.parcel.properties["code"]!["x-mask"] = { style: "id" };
    all.parcel.properties["fee"] = {
      type: "string",
      format: "decimal",
      "x-currency": "CNY",
      readOnly: true,
      "x-compute": "self.price * decimal('0.01')",
      "x-label": both("Fee"),
    };
    event(all, "post")["money"] = [{ from: "avail", to: "hold", amount: "self.price + self.fee", currency: "CNY" }];
    Object.assign(event(all, "stop"), { said: both("Stopped"), money: "release" });
    all.parcel["x-lifecycle"].states["sent"]!["final"] = false;
    all.parcel["x-rules"].push({
      id: "least",
      at: "price",
      assert: "self.price >= decimal('1')",
      authority: "server",
      message: both("Too little"),
    });
    all.parcel["x-rules"].push({
      id: "limit",
      at: "price",
      assert: "self.price <= channel.most",
      message: both("Too much"),
    });
    all.parcel.properties["twin"] = {
      type: "string",
      "x-label": both("Twin"),
      "x-ref": { entity: "parcel", label: "{no}", where: { status: ["sent"] } },
    };
    all.constants["wrapFee"] = { id: "K2", value: "40", unit: "CNY", source: "here" };
    all.parcel.properties["price"]!["x-once"] = true;
    (all.parcel["x-calls"]["update"] as Record<string, unknown>)["guards"] = ["note"];
  };
  const rows: [title: string, edit: Edit, at: string, what: string, risk: Risk][] = [
    ["a maker may review", (all) => delete event(all, "send")["not"], "parcel.send", "not-changed", "control-loosened"],
    [
      "an event without its grant",
      (all) => delete event(all, "send")["grant"],
      "parcel.send",
      "grant-changed",
      "control-loosened",
    ],
    [
      "another grant",
      (all) => (event(all, "send")["grant"] = "parcel.look"),
      "parcel.send",
      "grant-changed",
      "control-loosened",
    ],
    [
      "a weaker second proof",
      (all) => (event(all, "send")["stepUp"] = "pay"),
      "parcel.send",
      "step-up-changed",
      "control-loosened",
    ],
    [
      "an event without its condition",
      (all) => delete event(all, "send")["when"],
      "parcel.send",
      "when-changed",
      "control-loosened",
    ],
    [
      "a call without the payment password",
      ({ parcel }) => delete (parcel["x-calls"]["update"] as Record<string, unknown>)["stepUp"],
      "parcel.update",
      "step-up-changed",
      "control-loosened",
    ],
    ["a form without its gate", ({ parcel }) => (parcel["x-gates"] = []), "parcel", "gate-removed", "control-loosened"],
    [
      "a page for everybody",
      ({ pages }) => (pages[1]!["access"] = "public"),
      "/ask",
      "access-widened",
      "control-loosened",
    ],
    [
      "the server's own rule",
      ({ parcel }) => (parcel["x-rules"] = parcel["x-rules"].filter(({ id }) => id !== "least")),
      "parcel.least",
      "rule-removed",
      "control-loosened",
    ],
    [
      "the server's own rule, weakened",
      (all) => (rule(all, "least")["assert"] = "true"),
      "parcel.least",
      "rule-changed",
      "control-loosened",
    ],
    [
      "the server's own rule in fewer cases",
      (all) => (rule(all, "least")["when"] = "self.price > decimal('9000')"),
      "parcel.least",
      "rule-changed",
      "control-loosened",
    ],
    [
      "a channel's limit",
      ({ parcel }) => (parcel["x-rules"] = parcel["x-rules"].filter(({ id }) => id !== "limit")),
      "parcel.limit",
      "rule-removed",
      "control-loosened",
    ],
    [
      "a channel's limit, weakened",
      (all) => (rule(all, "limit")["when"] = "self.price > decimal('9000')"),
      "parcel.limit",
      "rule-changed",
      "control-loosened",
    ],
    [
      "a reference to any record",
      ({ parcel }) => delete (parcel.properties["twin"]!["x-ref"] as Record<string, unknown>)["where"],
      "parcel.twin",
      "ref-changed",
      "control-loosened",
    ],
    [
      "a field that must be filled no more",
      ({ parcel }) => (parcel["x-require"] = {}),
      "parcel.note",
      "require-changed",
      "control-loosened",
    ],
    [
      "guesses without a limit",
      ({ contexts }) => delete contexts["user"].guess,
      "contexts.user",
      "guess-removed",
      "control-loosened",
    ],
    [
      "another fee of all",
      ({ constants }) => (constants["wrapFee"].value = "30"),
      "constants.wrapFee",
      "constant-changed",
      "price-changed",
    ],
    [
      "a lower fee",
      ({ parcel }) => (parcel.properties["fee"]!["x-compute"] = "self.price * decimal('0.009')"),
      "parcel.fee",
      "compute-changed",
      "price-changed",
    ],
    [
      "other money",
      (all) => (event(all, "post")["money"] = [{ from: "avail", to: "hold", amount: "self.price", currency: "CNY" }]),
      "parcel.post",
      "money-changed",
      "price-changed",
    ],
    [
      "an account without its mask",
      ({ parcel }) => delete parcel.properties["code"]!["x-mask"],
      "parcel.code",
      "mask-removed",
      "exposure-widened",
    ],
    [
      "a mask in fewer places",
      ({ parcel }) => (parcel.properties["code"]!["x-mask"] = { style: "id", whole: ["list"] }),
      "parcel.code",
      "mask-changed",
      "exposure-widened",
    ],
  ];
  const from = compiled(guarded);
  const to = (edit: Edit) => compiled((all) => (guarded(all), edit(all)));
  it.each(rows)("%s needs a reason", (_title, edit, at, what, risk) => {
    const change = changesBetween(from, to(edit), fixturesOf).find((one) => one.at === at && one.what === what);
    expect([change?.risk, change && levelOf(change)]).toEqual([risk, "breaking"]);
  });
  it("the other way round none does", () => {
    for (const [title, edit, at, what] of rows) {
      // Another grant or other money: neither direction is stricter.
      if (title === "another grant" || /^(compute|money|constant)-changed$/.test(what)) continue;
      const change = changesBetween(to(edit), from, fixturesOf).find(
        (one) =>
          one.at === at &&
          one.what.replace(/-(added|removed|narrowed|widened)$/, "") ===
            what.replace(/-(added|removed|narrowed|widened)$/, ""),
      );
      expect([title, change?.risk]).toEqual([title, undefined]);
    }
  });
});

describe("npm run schemas -- diff, over a folder that git keeps", () => {
  const home = mkdtempSync(join(tmpdir(), "portolan-diff-"));
  const dir = join(home, "schemas");
  const shared = join(dir, "shared/money.json");
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=QA", "-c", "user.email=qa@portolan.test", ...args], {
      cwd: home,
      encoding: "utf8",
      stdio: "pipe",
    });
  const remark = (max: number) =>
    writeFileSync(
      shared,
      readFileSync(join(root, "schemas/shared/money.json"), "utf8").replace(
        '"type": "string", "maxLength": 20,',
        `"type": "string", "maxLength": ${max},`,
      ),
    );
  const diff = (...args: string[]) => schemasCommand(["diff", ...args], dir);
  beforeAll(() => {
    cpSync(join(root, "schemas"), dir, { recursive: true });
    git("init", "-q");
    git("add", ".");
    git("commit", "-q", "-m", "schemas as they are");
  });
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  it("says that nothing changed", async () =>
    expect(await diff()).toMatchObject({ status: 0, text: "Nothing changed since HEAD." }));
  it("a remark of 30 instead of 20 breaks nothing, and names the case that has another verdict", async () => {
    remark(30);
    const { status, text } = await diff("withdrawal");
    expect(status).toBe(0);
    expect(text).toMatch(
      /schemas\/shared\/money\.json:\d+:\d+ {2}warn {2}limit-loosened {2}withdrawal\.remark — Note: at most 30 characters instead of at most 20 characters/,
    );
    expect(text).toMatch(/tests\/schemas\/withdrawal\/cases\.json:\d+ "remark of 21"/);
    expect(text).toContain("constants.remarkMax, which says 20");
    expect((await schemasCommand(["test", "withdrawal", "-t", "remark"], dir)).text).toMatch(
      /F[^]*failed-case {2}remark of 21\n {4}expected \/remark maxLength; found that it passes/,
    );
  });
  it("a remark of 10 breaks what passed, with a value, until a note says that it is meant", async () => {
    remark(10);
    const { status, text } = await diff("withdrawal", "--lang", "zh");
    expect(status).toBe(1);
    expect(text).toMatch(
      /error {2}limit-tightened {2}withdrawal\.remark — 备注：由“最多 20 个字符”改为“最多 10 个字符”\n.*失效.*\n {4}"一二三四五六七八九十一二三四五六七八九十" 以前通过，现在被拒 maxLength/,
    );
    const { text: whole } = await diff();
    const line = whole
      .split("\n")
      .find((one) => one.startsWith("  - "))!
      .trim();
    expect(line).toMatch(/^- \d{4}-\d\d-\d\d .*withdrawal\.remark.* limit-tightened:$/);
    appendFileSync(join(dir, "CHANGES.md"), "- 2026-11-30 *.remark limit-tightened: banks take 10 characters\n");
    const meant = await diff();
    expect(meant).toMatchObject({
      status: 0,
      text: expect.stringMatching(/meant {2}limit-tightened {2}.*withdrawal\.remark/),
    });
    // A note belongs to the commit that added it.
    git("commit", "-q", "-am", "shorter remarks");
    remark(9);
    expect((await diff("withdrawal")).status).toBe(1);
    expect((await diff("withdrawal", "--base", "HEAD~1")).status).toBe(0);
  });
  it("gives the same to programs", async () => {
    remark(9);
    const { text } = await diff("withdrawal", "--report", "json");
    expect(JSON.parse(text)).toMatchObject({
      base: "HEAD",
      changes: [
        {
          at: "withdrawal.remark",
          what: "limit-tightened",
          level: "breaking",
          meant: false,
          file: "schemas/shared/money.json",
          witness: { before: "passes", after: "maxLength" },
        },
      ],
    });
  });
  it("tells a note that nothing needs, and one that cannot be read", async () => {
    const notes = join(dir, "CHANGES.md");
    const good = readFileSync(notes, "utf8");
    appendFileSync(notes, "- 2026-11-30 withdrawal.fee field-removed: nobody pays\n- withdrawal.remark is shorter\n");
    const { text } = await diff();
    writeFileSync(notes, good);
    expect(text).toMatch(/CHANGES\.md:\d+:1 {2}warn {2}idle-note/);
    expect(text).toMatch(/CHANGES\.md:\d+:1 {2}warn {2}bad-note/);
  });
  it("leaves out a file that does not compile any more as it was, and says so", async () => {
    const file = join(dir, "entities/bank.json");
    const good = readFileSync(file, "utf8");
    writeFileSync(file, good.replace('"x-label": { "zh": "名称"', '"x-lable": { "zh": "名称"'));
    git("commit", "-q", "-am", "a word of another day");
    writeFileSync(file, good);
    const { status, text } = await diff();
    git("commit", "-q", "-am", "as it is today");
    expect({ status, text }).toMatchObject({
      status: 0,
      text: expect.stringMatching(
        /schemas\/entities\/bank\.json:8:\d+ {2}warn {2}not-compared {2}is not compared, for it does not compile as it was then: /,
      ),
    });
  });
  it("does not run against what git does not have, or over names that there are not", async () => {
    expect(await diff("--base", "nowhere")).toMatchObject({ status: 2, text: expect.stringContaining("nowhere") });
    expect(await diff("withdrawl")).toMatchObject({
      status: 2,
      text: expect.stringContaining('did you mean "withdrawal"'),
    });
    expect(await schemasCommand(["diff"], join(home, "..", "nowhere"))).toMatchObject({ status: 2 });
  });
  it("a plain check tells of what is not said to be meant, and what to do next", async () => {
    const list = join(dir, "entities/withdrawal.json");
    const good = readFileSync(list, "utf8");
    remark(20);
    git("commit", "-q", "-am", "as ever");
    writeFileSync(
      list,
      good.replace('"account", "amount", "fee", "remark", "status"', '"account", "amount", "remark", "status"'),
    );
    expect(await schemasCommand([], dir)).toMatchObject({
      status: 1,
      text: expect.stringMatching(/2 changes: 1 breaks something since HEAD\.\n\nNext: npm run schemas -- diff$/),
    });
    writeFileSync(list, good);
    remark(21);
    expect(await schemasCommand([], dir)).toMatchObject({
      status: 1,
      text: expect.stringMatching(
        /failed-case[^]*none breaks anything since HEAD\.\n\nNext: npm run schemas -- test \w+$/,
      ),
    });
  });
});
