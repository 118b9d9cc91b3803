import { readConfig } from "../config/read.ts";
import { moveFiles, openFiles } from "../files/open.ts";
import { UsageError, type Command } from "./command.ts";
import { withDatabase } from "./open.ts";

/** Copies uploaded files to another file store. */
export const files: Command = {
  usage: "files move --to db:|file:|file:/path|s3:https://host/bucket",
  does: "copies uploaded files from the place of FILES to another one and reads each back; set FILES to it afterwards",
  options: { to: { type: "string", does: "where to, as FILES says it" } },
  run: (invocation) => {
    const [what] = invocation.words;
    const { to } = invocation.options;
    if (what !== "move" || typeof to !== "string") throw new UsageError("files move --to <place>");
    // Validated like the setting `FILES`.
    const { fileSettings } = readConfig({ ...invocation.env, FILES: to, FILES_SHARED: "1" });
    return withDatabase(invocation, async ({ db, dataDir, config }) => {
      const from = openFiles(db, dataDir, config.fileSettings);
      const { copied, all } = await moveFiles(db, from, { dataDir, to: fileSettings });
      return { status: 0, text: `${copied} of ${all} files copied to ${to}, the others were there.` };
    });
  },
};
