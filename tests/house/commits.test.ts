/** Commit messages that the hook rejects. */
import { expect, it } from "vitest";
import { problemsOfMessage } from "../../tools/hooks/message.mjs";

const body = "\n\nSays why, and how it was checked.\n";

it.each([
  ["fix(list): refuse unknown parameters" + body, []],
  ["style: format all code\n", []],
  ["Merge branch 'x'\n", []],
  ["fix: " + "x".repeat(67) + body, []],
  ["fix: " + "x".repeat(68) + body, ["the subject is longer than 72 characters"]],
  ["fix: one thing; another" + body, ["the subject holds ';': make it two commits"]],
  ["fix: a thing\n", ["say in a body why, and how it was checked"]],
  ["fix: a thing\n\n# Please enter the commit message\n", ["say in a body why, and how it was checked"]],
  ["fix: a thing\nat once" + body, ["leave the second line empty"]],
])("%j", (message, problems) => {
  expect(problemsOfMessage(message)).toEqual(problems);
});
