/** Meta-schemas of the route table and the menu. */
import type { JsonSchema } from "../model/entity.ts";
import { def, list, map, buildObject, text } from "./meta-parts.ts";

const path = { type: "string", pattern: "^/" };
const view = {
  entity: def("name"),
  // Part of the entity to show, or the name of one of its `x-views`.
  show: def("name"),
  // Filters of a list, or initial values of a form.
  preset: map({ anyOf: [list({ type: "string" }), { type: "string" }] }),
  columns: def("paths"),
};
/** Entry of the "New" menu that opens the tab. `key` is a single letter. */
const create = buildObject(
  { label: def("text"), key: { type: "string", pattern: "^[a-z]$" }, order: { type: "integer" } },
  ["label", "key", "order"],
);
/** Item of the bottom bar on phones. */
const bar = buildObject({ order: { type: "integer" }, label: def("text"), icon: text, counts: { const: true } }, [
  "order",
  "label",
  "icon",
]);
// `home`: path of the page that the menu marks as current instead.
const shown = { grant: text, nav: { const: false }, home: path, screen: def("name"), call: def("name") };

/** Returns the meta-schema of `pages.json`. `access` is the schema of the dialect's access levels. */
export const buildPagesSchema = (access: JsonSchema): JsonSchema =>
  list(
    buildObject(
      {
        path,
        id: { type: "string", pattern: "^R\\d+[a-z]?$" },
        label: def("text"),
        menu: text,
        quick: { type: "integer" },
        bar,
        access,
        layout: { enum: ["top", "side"] },
        header: { type: "boolean" },
        footer: { type: "boolean" },
        cache: { type: "boolean" },
        redirect: path,
        ...shown,
        view: buildObject(view, ["entity", "show"]),
        tabs: list(
          buildObject({ id: def("name"), label: def("text"), in: def("name"), create, bar, ...shown, ...view }, [
            "id",
            "label",
          ]),
          {
            minItems: 1,
          },
        ),
      },
      ["path", "id", "label"],
    ),
  );

/** A page, or a group of pages represented by the page `as`. */
const menuEntry: JsonSchema = {
  anyOf: [path, buildObject({ as: path, for: list(path, { minItems: 2 }) }, ["as", "for"])],
};

/** Meta-schema of `areas.json`. */
export const areasSchema: JsonSchema = list(
  buildObject({ id: def("name"), label: def("text"), icon: text, pages: list(menuEntry, { minItems: 1 }) }, [
    "id",
    "label",
    "icon",
    "pages",
  ]),
);
