/**
 * `npm run schemas -- suite --from CLONE`: runs the official JSON Schema Test Suite over the keywords of the language. It
 * reads a revision of a clone with git, so that the counts name the commit that they belong to.
 */
import { writeFileSync } from "node:fs";
import { runGit } from "../base.ts";
import { countGroups, createValidatorJudge, findKeyword, judgeByLanguage, type Group } from "../standard-suite.ts";
import { CannotRun, type Command } from "../context.ts";

const FOLDER = "tests/draft2020-12";

export const suite: Command = {
  usage: "suite --from clone [--base commit] [--out file]",
  description: "runs the official test suite of JSON Schema over the keywords of the language",
  run({ options: { from, base, out } }) {
    if (from === undefined) throw new CannotRun("suite needs a clone of the test suite: --from FOLDER");
    const { commit, files } = readSuite(from, base);
    const judge = createValidatorJudge();
    const tallies = files.map(({ keyword, groups }) => ({
      keyword,
      validator: countGroups(groups, judge),
      language: countGroups(groups, judgeByLanguage),
    }));
    const counts = tallies.map(({ keyword, validator, language }) => ({
      keyword,
      validator: validator.counts,
      language: language.counts,
    }));
    const result = { commit, date: new Date().toISOString().slice(0, 10), counts };
    if (out !== undefined) writeFileSync(out, `${JSON.stringify(result, null, 2)}\n`);
    return {
      status: 0,
      text: (["validator", "language"] as const)
        .flatMap((way) => [
          `${way}:`,
          ...tallies.flatMap(({ keyword, [way]: { counts: own, different, refusals } }) => [
            `  ${keyword}: ${own.passed} passed, ${own.refused} refused, ${own.different} different`,
            ...different.map((test) => `    different: ${test}`),
            ...[...refusals].map(([reason, count]) => `    refused ${count}: ${reason}`),
          ]),
        ])
        .join("\n"),
      json: result,
    };
  },
};

/** Reads the groups of the accepted keywords from a clone. @throws CannotRun when the folder is no clone of the suite */
function readSuite(clone: string, revision: string): { commit: string; files: { keyword: string; groups: Group[] }[] } {
  const read = (...args: string[]) => runGit(clone, ...args).toString("utf8");
  try {
    const commit = read("rev-parse", revision).trim();
    const files = read("ls-tree", "--name-only", `${commit}:${FOLDER}`)
      .trim()
      .split("\n")
      .flatMap((file) => {
        const keyword = findKeyword(file);
        if (keyword === undefined) return [];
        const groups: Group[] = JSON.parse(read("show", `${commit}:${FOLDER}/${file}`));
        return [{ keyword, groups }];
      });
    return { commit, files };
  } catch (error) {
    throw new CannotRun(`${clone} has no ${FOLDER} at ${revision}: ${(error as Error).message.split("\n")[0]}`);
  }
}
