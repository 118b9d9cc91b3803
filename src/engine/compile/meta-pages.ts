/** Meta-schemas of the route table and the menu. */
import type { JsonSchema } from "../model/entity.ts";
import { buildArray, buildList, buildMap, buildObject, nonEmpty, refs } from "../schema/meta-parts.ts";

const path = { type: "string", pattern: "^/" };
const view = {
  entity: refs.name,
  // Part of the entity to show, or the name of one of its `x-views`.
  show: refs.name,
  // Filters of a list, or initial values of a form.
  preset: buildMap({ anyOf: [buildArray({ type: "string" }), { type: "string" }] }),
  columns: refs.paths,
};
/** Entry of the "New" menu that opens the tab, or the address `href` in its place. `key` is a single letter. */
const create = buildObject(
  { label: refs.text, key: { type: "string", pattern: "^[a-z]$" }, order: { type: "integer" }, href: path },
  ["label", "key", "order"],
);
/** Item of the bottom bar on phones. */
const bar = buildObject({ order: { type: "integer" }, label: refs.text, icon: nonEmpty, counts: { const: true } }, [
  "order",
  "label",
  "icon",
]);
// `home`: path of the page that the menu marks as current instead.
const shown = { grant: nonEmpty, nav: { const: false }, home: path, screen: refs.name, call: refs.name };

/** Returns the meta-schema of `pages.json`. `access` is the schema of the dialect's access levels. */
export const buildPagesSchema = (access: JsonSchema): JsonSchema =>
  buildArray(
    buildObject(
      {
        path,
        id: { type: "string", pattern: "^R\\d+[a-z]?$" },
        label: refs.text,
        // What the page is for, said while it is closed. Default: that of its area.
        about: refs.text,
        menu: nonEmpty,
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
        // The tabs are kinds of the same records, drawn as chips.
        kinds: { const: true },
        tabs: buildArray(
          buildObject({ id: refs.name, label: refs.text, in: refs.name, create, bar, ...shown, ...view }, [
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
  anyOf: [path, buildObject({ as: path, for: buildArray(path, { minItems: 2 }) }, ["as", "for"])],
};

/** Meta-schema of `areas.json`. */
export const areasSchema: JsonSchema = buildArray(
  buildObject(
    {
      id: refs.name,
      label: refs.text,
      // What the area is for, said while it is closed.
      about: refs.text,
      icon: nonEmpty,
      pages: buildList(menuEntry),
    },
    ["id", "label", "icon", "pages"],
  ),
);
