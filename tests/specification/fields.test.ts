/** Every field of the specification is declared, labelled in both languages, and displayed to users somewhere. */
import { describe, expect, it } from "vitest";
import { productSchemas } from "../product-schemas.ts";
import { checklist, idsIn } from "./checklist.ts";

const schemas = productSchemas();

describe("named fields", () => {
  const named = checklist.filter(({ field }) => field);
  it.each(named.map(({ id, text, field }) => [id, text, field!] as const))("[%s] %s", (_id, _text, path) => {
    const [name, ...rest] = path.split(".");
    const entity = schemas.entities.get(name!);
    expect(entity, name).toBeDefined();
    const [first, inner] = rest;
    const outer = entity!.field(first!);
    const field = inner ? outer.items!.find((item) => item.name === inner)! : outer;
    expect(field, path).toBeDefined();
    for (const lang of ["zh", "en"] as const) {
      const key = `field.${rest.join(".")}.label`;
      expect(entity!.text(key, lang)).not.toBe(key);
    }
    const shown = [
      ...entity!.list.columns,
      ...entity!.form.sections.flatMap(({ rows }) => rows.flat()),
      ...entity!.detail.sections.flatMap(({ fields }) => fields),
    ];
    expect(shown).toContain(first);
  });
});

describe("the checklist", () => {
  it("contains every id once", () => {
    const ids = checklist.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const count = (letter: string) =>
      new Set(ids.filter((id) => id.startsWith(letter)).map((id) => id.split(".")[0])).size;
    expect(Object.fromEntries([..."FRHLESPCVXMK"].map((letter) => [letter, count(letter)]))).toEqual({
      F: 11,
      R: 35,
      H: 11,
      L: 13,
      E: 13,
      S: 14,
      P: 6,
      C: 117,
      V: 29,
      X: 8,
      M: 23,
      K: 22,
    });
  });
  it("reads ids and ranges cited in titles, and ignores other text in brackets", () => {
    expect(idsIn("refuses it [V6 E10.2]")).toEqual(["V6", "E10.2"]);
    expect(idsIn("lists [C12-C14]")).toEqual(["C12", "C13", "C14"]);
    expect(idsIn("a [b] and [V1 or so]")).toEqual([]);
  });
});
