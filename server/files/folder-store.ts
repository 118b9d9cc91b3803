/**
 * Stores files in a folder under their ids. A file gets its final name only once it is complete on disk (written,
 * fsynced, renamed).
 */
import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { FileKey, FileStore } from "./file-store.ts";

/** Subfolder for incomplete files. */
const TEMPORARY = "tmp";

/** Creates the store of a folder. `isLocal`: whether each node has a folder of its own. */
export function createFolderStore(root: string, isLocal = true): FileStore {
  const folderOf = (id: string) => join(root, id.slice(0, 2));
  const pathOf = ({ id }: FileKey) => join(folderOf(id), id);
  const head = async (key: FileKey) => {
    const found = await stat(pathOf(key)).catch(() => undefined);
    return found && { size: found.size };
  };
  return {
    about: `file:${root}`,
    isLocal,
    head,
    get: (key) => createReadStream(pathOf(key)),
    delete: (key) => rm(pathOf(key), { force: true }),
    async put(key, content) {
      if (await head(key)) return void content.destroy();
      const folder = folderOf(key.id);
      await mkdir(join(root, TEMPORARY), { recursive: true, mode: 0o700 });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const draft = join(root, TEMPORARY, randomUUID());
      try {
        await pipeline(content, createWriteStream(draft, { flags: "wx", mode: 0o600 }));
        await syncFolder(draft);
        await rename(draft, pathOf(key));
        await syncFolder(folder);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    async *list(before) {
      for (const folder of await readdir(root).catch(() => [])) {
        const found: FileKey[] = [];
        for (const id of await readdir(join(root, folder))) {
          const { mtimeMs } = await stat(join(root, folder, id));
          if (mtimeMs >= before) continue;
          // A temporary file that is older than `before` was left by an interrupted upload.
          if (folder === TEMPORARY) await rm(join(root, folder, id), { force: true });
          else found.push({ tenant: "", id });
        }
        if (found.length > 0) yield found;
      }
    },
  };
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
