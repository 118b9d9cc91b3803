/** `npm run schemas -- explain`: lists every place where a field appears. */
import { compileSchemas } from "../../../server/payments/schemas.ts";
import { mapFields, suggest } from "@portolan/engine/compiler";
import { explain as explained, type Explanation } from "../explain.ts";
import { CannotRun, createUnknownNameError, type Command, type Context } from "../context.ts";

export const explain: Command = {
  usage: "explain entity.field…",
  description: "every form, list, file, call, rule and column that a field reaches; an entity alone: its fields",
  run({ dir, args, options: { lang } }) {
    const schemas = compileSchemas(dir);
    if (args.length === 0) throw new CannotRun("which field? npm run schemas -- explain withdrawal.remark");
    const found: Explanation[] = [];
    const texts: string[] = [];
    for (const keyword of args) {
      const [name = "", ...rest] = keyword.split(".");
      const compiled = schemas.entities.get(name) ?? schemas.calls.get(name)?.request;
      if (!compiled) throw createUnknownNameError(name, [...schemas.entities.keys(), ...schemas.calls.keys()]);
      const fields = [...mapFields(compiled.plan.fields).keys()];
      const item = explained(schemas, keyword);
      if (item) {
        found.push(item);
        texts.push(formatExplanation(item, lang));
      } else if (rest.length > 0) {
        const meant = suggest(rest.join("."), fields);
        throw new CannotRun(
          `${name} has no field "${rest.join(".")}"${meant === undefined ? "" : `; did you mean "${meant}"?`}`,
        );
      } else
        texts.push(
          [
            `${name}  ${compiled.texts[lang]["label"] ?? name}`,
            ...fields.map((field) => `  ${name}.${field}  ${compiled.texts[lang][`field.${field}.label`] ?? ""}`),
          ].join("\n"),
        );
    }
    return { status: 0, text: texts.join("\n\n"), json: found };
  },
};

function formatExplanation({ name, label, location, reaches }: Explanation, lang: Context["options"]["lang"]): string {
  const width = Math.max(...reaches.map(({ where }) => where.length));
  return [
    `${name}  ${label[lang]}${location ? `  ${location.file}:${location.line}` : ""}`,
    ...reaches.map(({ where, text }) => `  ${where.padEnd(width)}  ${text[lang]}`),
  ].join("\n");
}
