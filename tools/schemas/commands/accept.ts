/** `npm run schemas -- accept`: updates the cases that fail because of an intended change. */
import { compileSchemas } from "../../../server/payments/schemas.ts";
import { listCaseNames } from "../cases.ts";
import { toolMessages } from "../tool-messages.ts";
import { acceptFound } from "../write-cases.ts";
import { readNames, type Command } from "../context.ts";
import { formatFailure, runNamedCases } from "./test.ts";

export const accept: Command = {
  usage: "accept [entity…] [-t NAME]",
  description: "writes the actual results into the cases that fail, marked for review",
  run({ dir, cases, args, options: { name, lang } }) {
    const schemas = compileSchemas(dir);
    const selected = readNames(args, schemas);
    const lines: string[] = [];
    let left = 0;
    for (const item of selected.length > 0 ? selected : listCaseNames(cases)) {
      const failed = runNamedCases(schemas, cases, item, name).filter(({ ok }) => !ok);
      // Complete records, and cases that do not fit their base, must be fixed by a reviewer.
      const [taken, others] = [failed.filter(isCase), failed.filter((result) => !isCase(result))];
      if (taken.length > 0) acceptFound(cases, item, taken);
      lines.push(
        ...taken.map(
          (result) =>
            `${result.file}:${result.line}  changed  ${result.name}: ${result.found.map(({ at, code }) => `${at} ${code}`).join(", ") || toolMessages.passes()[lang]}`,
        ),
        ...others.map((result) => formatFailure(result, lang)),
      );
      left += others.length;
    }
    const changed = lines.length - left;
    return {
      status: left > 0 ? 1 : 0,
      text: [...lines, changed > 0 ? toolMessages.changed(changed)[lang] : toolMessages.nothingToAccept()[lang]].join(
        "\n",
      ),
    };
  },
};

const isCase = ({
  kind,
  found,
  expected,
  wrong,
}: {
  kind: string;
  found: readonly unknown[];
  expected: readonly unknown[];
  wrong: readonly string[];
}) => kind === "case" && wrong.some((item) => item.startsWith("expected")) && (found.length > 0 || expected.length > 0);
