import { readConfig } from "../config/read.ts";
import { moveFiles, openFiles } from "../files/open.ts";
import { auditAction } from "../operators/operators.ts";
import { UsageError, type Command } from "./command.ts";
import { withDatabase } from "./with-database.ts";
import { operatorOptions, requireOperator } from "./sign-in.ts";

const TEXTS = {
  en: {
    needs: "files move --to <place>",
    copied: (copied: number, all: number, to: string) =>
      `${copied} of ${all} files copied to ${to}, the others were there.`,
  },
  zh: {
    needs: "files move --to <位置>",
    copied: (copied: number, all: number, to: string) => `${all} 个文件中有 ${copied} 个复制到 ${to}，其余已在该处。`,
  },
};

/** Copies the uploaded files to another file store. */
export const files: Command = {
  usage: "files move --to db:|file:|file:/path|s3:https://host/bucket --operator <name>",
  description: {
    en: "copies uploaded files from the place of FILES to another one and reads each back; set FILES to it afterwards",
    zh: "把上传的文件从 FILES 所指的位置复制到另一处，并逐个读回核对；之后请把 FILES 改为新位置",
  },
  options: {
    to: { type: "string", description: { en: "where to, as FILES says it", zh: "目标位置，写法同 FILES" } },
    ...operatorOptions,
  },
  run: (invocation) => {
    const [what] = invocation.args;
    const texts = TEXTS[invocation.lang];
    const { to } = invocation.options;
    if (what !== "move" || typeof to !== "string") throw new UsageError(texts.needs);
    // Validate the target in the same way as the setting `FILES`.
    const { fileSettings } = readConfig({ ...invocation.env, FILES: to, FILES_SHARED: "1" });
    return withDatabase(invocation, async (opened) => {
      const { db, dataDir, config } = opened;
      const operator = await requireOperator(invocation, opened);
      const from = openFiles(db, dataDir, config.fileSettings);
      const { copied, all } = await moveFiles(db, from, { dataDir, to: fileSettings });
      const about = { action: "files.move", object: "installation", detail: { copied, all } };
      await db.tx((tx) => auditAction(tx, { operator, ...about }));
      return { status: 0, text: texts.copied(copied, all, to) };
    });
  },
};
