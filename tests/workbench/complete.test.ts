/** Completions of the source editor: keywords that the meta-schema allows at the cursor. */
import { CompletionContext } from "@codemirror/autocomplete";
import { EditorState } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import { createCompletionSource } from "../../tools/workbench/page/complete.ts";

/** Returns the completions offered at the cursor, marked by `|`. */
function offered(text: string, folder = "entities", explicit = true) {
  const pos = text.indexOf("|");
  const found = createCompletionSource(
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
  it("suggests the keywords of a field with their documentation", () => {
    const { labels, options } = offered('{ "properties": { "remark": { "max|" } } }');
    expect(labels).toEqual(expect.arrayContaining(['"maxLength"', '"x-label"', '"x-mask"']));
    expect(options.find(({ label }) => label === '"maxLength"')!.info).toBe(
      "Maximum number of characters, which the form counts.",
    );
  });
  it("suggests the keywords of an entity at the top level, not those of a field", () => {
    const { labels } = offered('{ "x-|" }');
    expect(labels).toContain('"x-lifecycle"');
    expect(labels).not.toContain('"maxLength"');
  });
  it("suggests the values of a keyword, replacing the current one", () => {
    const text = '{ "properties": { "a": { "format": "de|" } } }';
    const { labels, from, to } = offered(text);
    expect(labels).toEqual(expect.arrayContaining(['"decimal"', '"date"']));
    expect(text.replace("|", "").slice(from, to)).toBe('"de"');
    expect(offered('{ "properties": { "a": { "readOnly": | } } }').labels).toEqual(["true", "false"]);
  });
  it("suggests a call's keywords in a call, and nothing in a file without meta-schema", () => {
    expect(offered('{ "|" }', "calls").labels).toEqual(expect.arrayContaining(['"http"', '"request"']));
    expect(offered('{ "|" }', "withdrawal").labels).toEqual([]);
  });
  it("suggests nothing between keywords unless requested", () => {
    expect(offered("{ | }", "entities", false).labels).toEqual([]);
  });
});
