import { access } from "node:fs/promises";
import { join, resolve } from "node:path";
import { backUp } from "../backup/backup.ts";
import { DrillRefused, recordDrill, rehearse, type Drill } from "../backup/drill.ts";
import { hashFolder } from "../backup/manifest.ts";
import { readConfig, type Config } from "../config/read.ts";
import { resolveFolders } from "../config/folders.ts";
import { UsageError, type Command, type Invocation, type Outcome } from "./command.ts";
import { withDatabase } from "./with-database.ts";
import { auditMaintenance } from "./audit-maintenance.ts";
import { readErrorMessage } from "../core/error-message.ts";

const TEXTS = {
  en: {
    to: "--to names the folder",
    made: (tables: number, rows: number, files: number) => `${tables} tables, ${rows} rows, ${files} files`,
    keys: (keys: string, folder: string) =>
      `It opens only with the keys ${keys}: keep them apart from it. Now: portolan restore --check ${folder}`,
    check: "restore --check <folder>; docs/backup.md says how a backup is put into use",
    figures: (at: string, rpo: number, rto: number) => `backup of ${at}; RPO ${rpo} s, RTO ${rto} s`,
    whole: "The backup is whole and its books hold.",
    notRecorded: (why: string) => `not recorded: ${why}`,
    noServer: () => "The backup is of PostgreSQL: DATABASE_DRILL_URL names a server for the throwaway database.",
    noRight: (role: string) =>
      `The role ${role} may not create the throwaway database: DATABASE_DRILL_URL names one with CREATEDB.`,
  },
  zh: {
    to: "请用 --to 指明文件夹",
    made: (tables: number, rows: number, files: number) => `${tables} 张表，${rows} 行，${files} 个文件`,
    keys: (keys: string, folder: string) =>
      `只有密钥 ${keys} 能打开它，请与备份分开保存。接下来：portolan restore --check ${folder}`,
    check: "restore --check <文件夹>；如何启用备份见 docs/backup.md",
    figures: (at: string, rpo: number, rto: number) => `备份时间 ${at}；RPO ${rpo} 秒，RTO ${rto} 秒`,
    whole: "备份完整，账务相符。",
    notRecorded: (why: string) => `未能记录：${why}`,
    noServer: () => "备份来自 PostgreSQL：请用 DATABASE_DRILL_URL 指明在哪台服务器上建临时数据库。",
    noRight: (role: string) => `角色 ${role} 无权建临时数据库：请用 DATABASE_DRILL_URL 指明有 CREATEDB 权限的角色。`,
  },
};

/**
 * Backs up the database and the files. A backup contains only the fingerprints of the keys. The keys themselves must be
 * backed up separately.
 */
export const backup: Command = {
  usage: "backup --to <folder>",
  description: {
    en: "backs up database and files into a new folder, with a manifest and the fingerprints of the keys, never the keys",
    zh: "把数据库和文件备份到新文件夹，附清单和密钥指纹，不含密钥本身",
  },
  options: { to: { type: "string", description: { en: "a new or empty folder", zh: "新的或空的文件夹" } } },
  run: (invocation) => {
    const { to } = invocation.options;
    const texts = TEXTS[invocation.lang];
    if (typeof to !== "string") throw new UsageError(texts.to);
    return withDatabase(invocation, async ({ db, dataDir, config }) => {
      const uploads = listUploads(dataDir, config);
      const { databaseUrl } = config;
      const { tables, files, keys } = await backUp({ db, dataDir, databaseUrl, uploads, to: resolve(to) });
      await auditMaintenance(invocation, db, "backup", { tables: Object.keys(tables).length, files: files.length });
      const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
      const fingerprints = keys.map(({ kid, fingerprint }) => `${kid} ${fingerprint}`).join(", ");
      return {
        status: 0,
        text: [
          `${resolve(to)}  ${texts.made(Object.keys(tables).length, rows, files.length)}`,
          texts.keys(fingerprints, to),
        ].join("\n"),
      };
    });
  },
};

/**
 * Returns the upload folders: `files` in the data folder, and the folder of `FILES=file:<path>`. With any setting but
 * `file:`, `files` contains only uploads from before that setting.
 */
function listUploads(dataDir: string, { fileSettings: { location } }: Pick<Config, "fileSettings">): string[] {
  const path = location.startsWith("file:") ? location.slice("file:".length) : "";
  return [join(dataDir, "files"), ...(path === "" ? [] : [path])];
}

/**
 * Runs a restore drill. Exits with status 1 when the backup differs from its manifest or its books fail verification.
 */
export const restore: Command = {
  usage: "restore --check <folder>",
  description: {
    en: "restores a backup into a throwaway database, compares it, proves its books, says RPO and RTO, and removes it",
    zh: "把备份恢复到临时数据库，核对内容与账本，给出 RPO 和 RTO，然后删除",
  },
  options: {
    check: {
      type: "boolean",
      description: { en: "the drill: nothing that is in use is changed", zh: "演练，不改动在用数据" },
    },
  },
  async run(invocation) {
    const [dir, ...more] = invocation.args;
    const texts = TEXTS[invocation.lang];
    if (invocation.options["check"] !== true || dir === undefined || more.length > 0) throw new UsageError(texts.check);
    const { product, env } = invocation;
    const config = readConfig(env);
    const schemas = product.readSchemas(resolveFolders(config).schemasDir);
    const drill = await rehearse({
      dir: resolve(dir),
      databaseUrl: config.databaseDrillUrl,
      verifyBooks: async (db) =>
        (await product.verifyBooks(db, schemas, undefined)).map(
          ({ where, rule, detail }) => `${where}  ${rule}  ${detail}`,
        ),
    }).catch((error: unknown) => {
      if (error instanceof DrillRefused) return error;
      throw error;
    });
    if (drill instanceof DrillRefused) return { status: 1, text: texts[drill.reason](drill.role), refused: true };
    const noted = await recordResult(invocation, drill);
    const { findings, rpoSeconds, rtoSeconds, backupAt } = drill;
    const figures = `${texts.figures(backupAt, rpoSeconds, rtoSeconds)}${noted}`;
    return findings.length === 0
      ? { status: 0, text: `${texts.whole}\n${figures}` }
      : { status: 1, text: [...findings, figures].join("\n") };
  },
};

/**
 * Records the drill in the installation's database. Returns an empty string, or a message when the database cannot be
 * written.
 */
async function recordResult(invocation: Invocation, drill: Drill): Promise<string> {
  const record = async (): Promise<Outcome> =>
    withDatabase(invocation, async ({ db }) => {
      await recordDrill(db, drill);
      await auditMaintenance(invocation, db, "restore.check", { findings: drill.findings.length });
      return { status: 0, text: "" };
    });
  return record().then(
    ({ text }) => text,
    (error: unknown) => `\n${TEXTS[invocation.lang].notRecorded(readErrorMessage(error))}`,
  );
}

/** Prints size and hash of each file, for comparison with a manifest or a bucket. */
export const filesHash: Command = {
  usage: "files-hash [<folder>]",
  description: {
    en: "prints size and SHA-256 of every file of a folder, by default the stored files",
    zh: "列出文件夹（默认是已存文件）中每个文件的大小和 SHA-256",
  },
  async run({ args, env }) {
    const [folder] = args;
    const path = resolve(folder ?? `${resolveFolders(readConfig(env)).dataDir}/files`);
    // Fail for a missing folder that was named, because an empty result would look like lost files. The default folder
    // may be missing, because the store creates it on the first upload.
    if (folder !== undefined) await access(path);
    const files = await hashFolder(path);
    return { status: 0, text: files.map(({ path, bytes, sha256 }) => `${sha256}  ${bytes}  ${path}`).join("\n") };
  },
};
