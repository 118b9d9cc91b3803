/** Changes of calls, pages, constants and rows of lists. */
import { type ChangeCase } from "./changes-world.ts";
import { both } from "./parcels.ts";

export const calls: readonly ChangeCase[] = [
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
