/** Maximum length of a commit subject, in characters, to fit one line of `git log --oneline`. */
const MAX_SUBJECT = 72;

/**
 * Returns the problems of a commit message, one sentence each; empty when it is valid. Comment lines and merge commits
 * are ignored.
 * @example problemsOfMessage("fix: a; b") // ["the subject holds ';': make it two commits", "say in a body why, and how it was checked"]
 */
export function problemsOfMessage(message) {
  const [subject = "", blank, ...body] = message.split("\n").filter((line) => !line.startsWith("#"));
  if (subject.startsWith("Merge ")) return [];
  const problems = [];
  if ([...subject].length > MAX_SUBJECT) problems.push(`the subject is longer than ${MAX_SUBJECT} characters`);
  if (subject.includes(";")) problems.push("the subject holds ';': make it two commits");
  if (blank?.trim()) problems.push("leave the second line empty");
  if (!subject.startsWith("style:") && body.join("").trim() === "")
    problems.push("say in a body why, and how it was checked");
  return problems;
}
