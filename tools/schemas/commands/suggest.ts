/** `npm run schemas -- suggest`: writes cases for limits and rules that no case covers. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { compileSchemas } from "../../../server/payments/schemas.ts";
import { listCaseNames, readCases } from "../cases.ts";
import { locate } from "../locate.ts";
import { suggestCases } from "../suggest.ts";
import { toolMessages } from "../tool-messages.ts";
import { addCases } from "../write-cases.ts";
import { readNames, type Command } from "../context.ts";

export const suggest: Command = {
  usage: "suggest [entity…]",
  description: "writes cases for limits that no case guards, marked for review",
  run({ dir, cases: folder, args, options: { lang } }) {
    const schemas = compileSchemas(dir);
    const selected = readNames(args, schemas);
    const lines: string[] = [];
    let left = 0;
    for (const name of selected.length > 0 ? selected : listCaseNames(folder)) {
      const compiled = schemas.entities.get(name) ?? schemas.calls.get(name)?.request;
      const fixtures = readCases(folder, name);
      const valid = existsSync(join(folder, name, "valid"))
        ? readdirSync(join(folder, name, "valid")).find((file) => file.endsWith(".json"))
        : undefined;
      if (!compiled || !fixtures || valid === undefined) {
        lines.push(toolMessages.noRecord(name)[lang]);
        left += 1;
        continue;
      }
      const suggestion = suggestCases(compiled, fixtures);
      if (suggestion.cases.length > 0) addCases(folder, name, `valid/${valid}`, suggestion.cases);
      lines.push(...suggestion.cases.map((testCase) => `tests/schemas/${name}/cases.json  added  ${testCase.name}`));
      for (const { path, what } of suggestion.left) {
        const location = locate(schemas, compiled.plan.file, [
          ...(compiled.plan.source === "call" ? ["request"] : []),
          ...path,
        ]);
        lines.push(
          `${location ? `${location.file}:${location.line}:${location.column}  ` : ""}warn  no-case  ${toolMessages.noCase(name, what)[lang]}`,
        );
      }
      left += suggestion.left.length;
    }
    const added = lines.filter((line) => line.includes("  added  ")).length;
    const next =
      added > 0
        ? toolMessages.added(added)[lang]
        : left > 0
          ? toolMessages.left(left)[lang]
          : toolMessages.allGuarded()[lang];
    return { status: left > 0 ? 1 : 0, text: [...lines, next].join("\n") };
  },
};
