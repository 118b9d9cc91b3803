/** Completions of the source editor: keywords that the meta-schema allows at the cursor. */
import { CompletionContext } from "@codemirror/autocomplete";
import { EditorState } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import { completion } from "../../tools/workbench/page/complete.ts";

/** Returns the completions offered at the cursor, marked by `|`. */
function offered(text: string, folder = "entities", explicit = true) {
  const pos = text.indexOf("|");
  const found = completion(
    folder,
    "en",
  )(new CompletionContext(EditorState.create({ doc: text.replace("|", "") }), pos, explicit));
  return {
    labels: found?.options.map(({ label }) => label) ?? [],
    options: found?.options ?? [],
    from: found?.from,
    to: found?.to,
  };
}

describe("completion", () => {
  it("offers the words of a field, with what they mean", () => {
    const { labels, options } = offered('{ "properties": { "remark": { "max|" } } }');
    expect(labels).toEqual(expect.arrayContaining(['"maxLength"', '"x-label"', '"x-mask"']));
    expect(options.find(({ label }) => label === '"maxLength"')!.info).toBe(
      "Greatest number of characters; the form counts them.",
    );
  });
  it("offers the words of an entity, not a field's, at the top", () => {
    const { labels } = offered('{ "x-|" }');
    expect(labels).toContain('"x-lifecycle"');
    expect(labels).not.toContain('"maxLength"');
  });
  it("offers the values that a word takes, in the place of what stands there", () => {
    const text = '{ "properties": { "a": { "format": "de|" } } }';
    const { labels, from, to } = offered(text);
    expect(labels).toEqual(expect.arrayContaining(['"decimal"', '"date"']));
    expect(text.replace("|", "").slice(from, to)).toBe('"de"');
    expect(offered('{ "properties": { "a": { "readOnly": | } } }').labels).toEqual(["true", "false"]);
  });
  it("offers a call's words in a call, and nothing in a file that no meta-schema describes", () => {
    expect(offered('{ "|" }', "calls").labels).toEqual(expect.arrayContaining(['"http"', '"request"']));
    expect(offered('{ "|" }', "withdrawal").labels).toEqual([]);
  });
  it("says nothing unasked between words", () => {
    expect(offered("{ | }", "entities", false).labels).toEqual([]);
  });
});
