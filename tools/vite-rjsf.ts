/**
 * Excludes the parts of @rjsf/core that record forms never use, more than half of its size: the built-in fields,
 * widgets and templates, Markdown, `$ref` by `$id`, and the merging of `allOf`. `sideEffects: false` alone does not
 * remove them. Each stub throws if it is reached after all.
 */
import type { Plugin } from "vite";

const PREFIX = "\0slim-rjsf:";

/** Replaced modules, by their import path inside rjsf. */
const modules: { matches(source: string): boolean; name: string; code: string }[] = [
  {
    // Form requires a registry with the schema field; the theme provides the array field. Values are rendered from the
    // store, not by templates.
    name: "registry",
    matches: (source) => /(^|\/)getDefaultRegistry\.js$/.test(source),
    code: `
import SchemaField from "@rjsf/core/lib/components/fields/SchemaField.js";
import { DEFAULT_ID_PREFIX, DEFAULT_ID_SEPARATOR, englishStringTranslator } from "@rjsf/utils";
const leftOut = () => { throw new Error("a template of rjsf that the build leaves out was rendered"); };
export default function getDefaultRegistry() {
  return {
    fields: { SchemaField },
    templates: { DescriptionFieldTemplate: leftOut, FieldHelpTemplate: leftOut, FieldErrorTemplate: leftOut },
    widgets: {},
    rootSchema: {},
    formContext: {},
    translateString: englishStringTranslator,
    globalFormOptions: { idPrefix: DEFAULT_ID_PREFIX, idSeparator: DEFAULT_ID_SEPARATOR, useFallbackUiForUnsupportedType: false },
  };
}`,
  },
  {
    name: "markdown",
    matches: (source) => source.startsWith("markdown-to-jsx"),
    code: `export const Markdown = () => { throw new Error("a form's texts are no markdown"); }; export default Markdown;`,
  },
  {
    // Needed only for references by `$id`, and our schemas are already resolved.
    name: "uri",
    matches: (source) => source === "fast-uri",
    code: `const never = () => { throw new Error("a form's schema has no reference by $id"); }; export const resolve = never, parse = never, serialize = never, normalize = never, equal = never; export default { resolve, parse, serialize, normalize, equal };`,
  },
  {
    name: "merge",
    matches: (source) => /(^|\/)shallowAllOfMerge\.js$/.test(source),
    code: `export default () => { throw new Error("a form's schema has no allOf"); };`,
  },
];

/**
 * Production build only. The development server and the tests use the complete package, so that both variants are
 * exercised.
 */
export function createSlimRjsfPlugin(): Plugin {
  return {
    name: "slim-rjsf",
    apply: "build",
    enforce: "pre",
    resolveId(source, importer) {
      if (!importer || !(importer.includes("@rjsf") || importer.startsWith(PREFIX))) return null;
      const found = modules.find((module) => module.matches(source));
      return found ? `${PREFIX}${found.name}` : null;
    },
    load(id) {
      return id.startsWith(PREFIX)
        ? { code: modules.find((module) => id === `${PREFIX}${module.name}`)!.code, moduleType: "js" }
        : null;
    },
  };
}
