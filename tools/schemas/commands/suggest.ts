/** `npm run schemas -- suggest`: cases for what no case guards. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { compileSchemas } from "../../../server/schemas/read.ts";
import { caseNames, readCases } from "../cases.ts";
import { placeOf } from "../place.ts";
import { suggestCases } from "../suggest.ts";
import { addCases } from "../write-cases.ts";
import { named, type Command } from "./command.ts";

export const suggest: Command = {
  usage: "suggest [entity…]",
  does: "writes cases that notice what no case does, marked for a person to read",
  run({ dir, cases: folder, words }) {
    const schemas = compileSchemas(dir);
    const asked = named(words, schemas);
    const lines: string[] = [];
    let left = 0;
    for (const name of asked.length > 0 ? asked : caseNames(folder)) {
      const compiled = schemas.entities.get(name) ?? schemas.calls.get(name)?.request;
      const fixtures = readCases(folder, name);
      const valid = existsSync(join(folder, name, "valid")) ? readdirSync(join(folder, name, "valid")).find((file) => file.endsWith(".json")) : undefined;
      if (!compiled || !fixtures || valid === undefined) {
        lines.push(`tests/schemas/${name}/valid holds no record that cases could begin with. Write one that must pass, any name.json`);
        left += 1;
        continue;
      }
      const suggestion = suggestCases(compiled, fixtures);
      if (suggestion.cases.length > 0) addCases(folder, name, `valid/${valid}`, suggestion.cases);
      lines.push(...suggestion.cases.map((one) => `tests/schemas/${name}/cases.json  added  ${one.name}`));
      for (const { path, what } of suggestion.left) {
        const place = placeOf(schemas, compiled.plan.file, [...(compiled.plan.source === "call" ? ["request"] : []), ...path]);
        lines.push(`${place ? `${place.file}:${place.line}:${place.column}  ` : ""}warn  no-case  ${name}: nothing that was tried notices "${what}". Another limit implies it, or it takes a case that a person thinks of`);
      }
      left += suggestion.left.length;
    }
    const added = lines.filter((line) => line.includes("  added  ")).length;
    const next = added > 0 ? `${added} added. Next: read each; it says what the schema says. Take "review" away where that is meant, mend the schema where it is not` : left > 0 ? `${left} left` : "Every limit has a case that notices when it goes";
    return { status: left > 0 ? 1 : 0, text: [...lines, next].join("\n") };
  },
};
