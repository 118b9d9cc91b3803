import { access } from "node:fs/promises";
import { join, resolve } from "node:path";
import { backUp } from "../backup/backup.ts";
import { DrillRefused, recordDrill, rehearse, type Drill } from "../backup/drill.ts";
import { hashFolder } from "../backup/manifest.ts";
import { readConfig, type Config } from "../config/read.ts";
import { resolveFolders } from "../config/folders.ts";
import { readErrorMessage } from "../core/error-message.ts";
import { createAction, withDatabase } from "./actions.ts";
import { auditMaintenance } from "./audit-maintenance.ts";
import { Refused, type Action, type Invocation, type Outcome } from "./command.ts";
import { getText } from "./texts.ts";
import { formatFinding } from "./verify.ts";

/**
 * Backs up the database and the files. A backup contains only the fingerprints of the keys. The keys themselves must be
 * backed up separately.
 */
export const backupActions = [
  createAction("backup --to <folder>", async (call) => {
    const { db, dataDir, config, lang, options } = call;
    const { to = "" } = options;
    const uploads = listUploads(dataDir, config);
    const folder = resolve(to);
    const { tables, files, keys } = await backUp({ db, dataDir, databaseUrl: config.databaseUrl, uploads, to: folder });
    const counts = { tables: Object.keys(tables).length, files: files.length };
    await auditMaintenance(call, "backup", counts);
    const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
    const fingerprints = keys.map(({ kid, fingerprint }) => `${kid} ${fingerprint}`).join(", ");
    return [
      `${folder}  ${getText(lang, "backup.made", { ...counts, rows })}`,
      getText(lang, "backup.keys", { keys: fingerprints, folder: to }),
    ].join("\n");
  }),
];

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
export const restoreActions: readonly Action[] = [{ usages: ["restore <folder> --check"], run: runDrill }];

async function runDrill(invocation: Invocation, folder = ""): Promise<Outcome> {
  const { product, env, lang } = invocation;
  const config = readConfig(env);
  const schemas = product.readSchemas(resolveFolders(config).schemasDir);
  const drill = await rehearse({
    dir: resolve(folder),
    databaseUrl: config.databaseDrillUrl,
    verifyBooks: async (db) => (await product.verifyBooks(db, schemas, undefined)).map(formatFinding),
  }).catch((error: unknown) => {
    if (!(error instanceof DrillRefused)) throw error;
    throw new Refused(getText(lang, `restore.${error.reason}`, { role: error.role }));
  });
  const noted = await recordResult(invocation, drill);
  const { findings, rpoSeconds: rpo, rtoSeconds: rto, backupAt: at } = drill;
  const figures = `${getText(lang, "restore.figures", { at, rpo, rto })}${noted}`;
  return findings.length === 0
    ? { status: 0, text: `${getText(lang, "restore.whole")}\n${figures}` }
    : { status: 1, text: [...findings, figures].join("\n") };
}

/**
 * Records the drill in the installation's database. Returns an empty string, or a message when the database cannot be
 * written.
 */
async function recordResult(invocation: Invocation, drill: Drill): Promise<string> {
  try {
    await withDatabase(invocation, async (call) => {
      await recordDrill(call.db, drill);
      await auditMaintenance(call, "restore.check", { findings: drill.findings.length });
    });
    return "";
  } catch (error) {
    return `\n${getText(invocation.lang, "restore.notRecorded", { why: readErrorMessage(error) })}`;
  }
}

/** Prints size and hash of each file, for comparison with a manifest or a bucket. */
export const filesHashActions: readonly Action[] = [
  {
    usages: ["files-hash [<folder>]"],
    async run({ env }, folder?: string) {
      const path = resolve(folder ?? `${resolveFolders(readConfig(env)).dataDir}/files`);
      // Fail for a missing folder that was named, because an empty result would look like lost files. The default
      // folder may be missing, because the store creates it on the first upload.
      if (folder !== undefined) await access(path);
      const files = await hashFolder(path);
      return files.map(({ path, bytes, sha256 }) => `${sha256}  ${bytes}  ${path}`).join("\n");
    },
  },
];
