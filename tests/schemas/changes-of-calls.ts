/** Changes of calls, pages, constants and rows of lists. */
import { type ChangeCase } from "./changes-world.ts";
import { both } from "./parcels.ts";

export const calls: readonly ChangeCase[] = [
  [
    "a removed call",
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
    "an added call",
    ({ parcel }) => (parcel["x-calls"]["halt"] = { http: "POST /parcel/halt", event: "stop" }),
    "parcel.halt",
    "call-added",
    "info",
    "none",
  ],
  [
    "a changed path",
    ({ parcel }) => (parcel["x-calls"]["create"] = { http: "POST /parcel/create", event: "post" }),
    "parcel.create",
    "address-removed",
    "breaking",
    "none",
  ],
  [
    "an additional path",
    ({ parcel }) =>
      (parcel["x-calls"]["create"] = { http: "POST /parcel/new", alias: ["POST /parcel/more"], event: "post" }),
    "parcel.create",
    "address-added",
    "info",
    "none",
  ],
  [
    "a call with narrower access",
    ({ ask }) => (ask["access"] = "certified"),
    "ask",
    "access-narrowed",
    "breaking",
    "none",
  ],
  ["a call with wider access", ({ ask }) => (ask["access"] = "public"), "ask", "access-widened", "warning", "none"],
  [
    "a call that needs a grant",
    ({ parcel }) => (parcel["x-calls"]["create"] = { http: "POST /parcel/new", event: "post", grant: "parcels" }),
    "parcel.create",
    "grant-changed",
    "breaking",
    "none",
  ],
  [
    "a call that needs a step-up",
    ({ parcel }) => (parcel["x-calls"]["create"] = { http: "POST /parcel/new", event: "post", stepUp: "pay" }),
    "parcel.create",
    "step-up-changed",
    "breaking",
    "none",
  ],
  [
    "a step-up for other fields",
    ({ parcel }) => (parcel["x-calls"]["update"] = { http: "POST /parcel/edit", stepUp: "pay", guards: ["code"] }),
    "parcel.update",
    "guards-changed",
    "warning",
    "none",
  ],
  [
    "an event removed from its call",
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
  ["a call that becomes idempotent", ({ ask }) => (ask["changes"] = "record"), "ask", "once-changed", "info", "none"],
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
    "a response without a member",
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
    "a response with an additional member",
    ({ ask }) => (ask["response"].properties.more = { type: "string" }),
    "ask.more",
    "answer-added",
    "none",
    "info",
  ],
  [
    "a response of another type",
    ({ ask }) => (ask["response"].properties.found.type = "string"),
    "ask.found",
    "answer-changed",
    "none",
    "breaking",
  ],
  [
    "a response with a member that becomes optional",
    ({ ask }) => (ask["response"].required = []),
    "ask.found",
    "answer-optional",
    "none",
    "warning",
  ],
  [
    "a response with an additional value",
    ({ ask }) => ask["response"].properties.mood.enum.push("so so"),
    "ask.mood",
    "choice-added",
    "none",
    "warning",
  ],
  ["a response that becomes a file", ({ ask }) => (ask["blob"] = true), "ask", "answer-changed", "none", "breaking"],
  [
    "a changed prefix of numbers",
    ({ parcel }) => (parcel["x-entity"]["number"] = "PP"),
    "parcel",
    "number-changed",
    "info",
    "warning",
  ],
  [
    "a changed key",
    ({ parcel }) => (parcel["x-entity"]["key"] = "code"),
    "parcel",
    "key-changed",
    "breaking",
    "breaking",
  ],
  ["a removed page", ({ pages }) => pages.pop(), "/ask", "page-removed", "breaking", "none"],
  ["a page with another path", ({ pages }) => (pages[1]!["path"] = "/asked"), "/ask", "page-moved", "breaking", "none"],
  [
    "an added page",
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
  [
    "a page with narrower access",
    ({ pages }) => delete pages[1]!["access"],
    "/ask",
    "access-narrowed",
    "breaking",
    "none",
  ],
  ["a page in another menu", ({ pages }) => (pages[1]!["menu"] = "asking"), "/ask", "menu-changed", "breaking", "none"],
  ["a removed tab", ({ pages }) => pages[0]!["tabs"].pop(), "/parcels?tab=new", "tab-removed", "breaking", "none"],
  [
    "an added tab",
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
    "a changed constant",
    ({ constants }) => (constants["most"].value = 500),
    "constants.most",
    "constant-changed",
    "warning",
    "warning",
  ],
  [
    "a removed constant",
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
    "an added constant",
    ({ constants }) => (constants["least"] = { id: "K2", value: 1, unit: "bytes", source: "here" }),
    "constants.least",
    "constant-added",
    "none",
    "none",
  ],
  ["a removed row of a reference list", ({ gates }) => gates.pop(), "gate.A2", "row-removed", "breaking", "warning"],
  [
    "an added row of a reference list",
    ({ gates }) => gates.push({ code: "A3" }),
    "gate.A3",
    "row-added",
    "info",
    "info",
  ],
];
