import { readConfig } from "../config/read.ts";
import { moveFiles, openFiles } from "../files/open.ts";
import { auditAction } from "../operators/operators.ts";
import { createAttributedAction } from "./actions.ts";
import { getText } from "./texts.ts";

/** Copies the uploaded files to another file store. */
export const filesActions = [
  createAttributedAction(
    "files move --to db:|file:|file:/path|s3:https://host/bucket",
    async ({ db, dataDir, config, env, lang, operator, options: { to = "" } }) => {
      // Validate the target in the same way as the setting `FILES`.
      const { fileSettings } = readConfig({ ...env, FILES: to, FILES_SHARED: "1" });
      const from = openFiles(db, dataDir, config.fileSettings);
      const { copied, all } = await moveFiles(db, from, { dataDir, to: fileSettings });
      const about = { action: "files.move", object: "installation", detail: { copied, all } };
      await db.tx((tx) => auditAction(tx, { operator, ...about }));
      return getText(lang, "files.copied", { copied, all, to });
    },
  ),
];
