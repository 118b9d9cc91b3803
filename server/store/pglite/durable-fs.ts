/**
 * Makes PostgreSQL's fsync reach the disk. PGlite starts the engine with fsync off, and its file system does not
 * implement fsync. This file system does, so that the engine itself orders its writes as on any other system (log
 * before data, data before the end of a checkpoint).
 *
 * There is one difference: the log's fsync at COMMIT is deferred to `flush`, which many commits share and which runs
 * concurrently with further statements. No commit is acknowledged before its flush, and no byte outside the log is
 * written while the log before it is not on disk.
 */
import { closeSync, fdatasync, fdatasyncSync, fsyncSync, open, openSync } from "node:fs";
import { promisify } from "node:util";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import { readErrorMessage } from "../../core/error-message.ts";

/** The parts of Emscripten's file system that are used here. */
interface FsNode {
  name: string;
  parent: FsNode;
  mode: number;
}
interface FsStream {
  node: FsNode;
  nfd: number;
}
interface NodeOps {
  realPath(node: FsNode): string;
  stream_ops: {
    write(stream: FsStream, buffer: Uint8Array, offset: number, length: number, position: number): number;
    setattr(stream: FsStream, attributes: { size?: number }): void;
    fsync?(stream: FsStream): number;
  };
  node_ops: {
    rename(node: FsNode, dir: FsNode, name: string): void;
    unlink(dir: FsNode, name: string): void;
    setattr(node: FsNode, attributes: { size?: number }): void;
  };
}

/**
 * Called for each write, sync, rename and removal of a file, in order, in tests. `flush` is the log's fsync, and `from`
 * is the previous name of a renamed file.
 */
export type Trace = (step: "write" | "fsync" | "flush" | "rename" | "unlink", path: string, from?: string) => void;

/**
 * Thrown when fsync fails. It is unknown which writes are on disk, and retrying does not help, because the operating
 * system drops the error.
 */
export class SyncFailed extends Error {
  override readonly name = "SyncFailed";
}
const refuse = (error: unknown): never => {
  throw new SyncFailed(`the disk refused an fsync: ${readErrorMessage(error)}`, {
    cause: error,
  });
};

const attempt = (sync: () => void): void => {
  try {
    sync();
  } catch (error) {
    refuse(error);
  }
};

const openFile = promisify(open);
const syncFile = promisify(fdatasync);
const LOG = /[\\/]pg_wal[\\/][0-9A-F]{24}$/;
const LOG_FOLDER = /[\\/]pg_wal(?:[\\/]|$)/;

export class DurableFs extends NodeFS {
  /** Log segments that contain commits that are not on disk yet. */
  private waiting = new Set<string>();
  /** Log segments that the running sync writes to disk, and the promise of its end. */
  private running: { paths: Set<string>; end: Promise<void> } | undefined;
  private next: Promise<void> | undefined;
  private written = 0;

  constructor(
    dir: string,
    private readonly trace?: Trace,
  ) {
    super(dir);
  }

  /** Whether any commit is not on disk yet. */
  get unsynced(): boolean {
    return this.waiting.size > 0 || this.running !== undefined;
  }
  /** Number of bytes written to the log since `resetLogBytes`. */
  get logBytes(): number {
    return this.written;
  }
  resetLogBytes(): void {
    this.written = 0;
  }

  /**
   * Resolves when everything committed so far is on disk. Rejects when an fsync fails. It is then unknown which commits
   * since the last success are on disk.
   */
  async flush(): Promise<void> {
    if (this.waiting.size === 0) return this.running?.end;
    // Callers that arrive while a sync is running share the next one.
    this.next ??= (this.running?.end ?? Promise.resolve()).then(() => {
      this.next = undefined;
      return this.round();
    });
    return this.next;
  }

  private round(): Promise<void> {
    const paths = this.waiting;
    this.waiting = new Set();
    const end = Promise.all([...paths].map((path) => this.syncPath(path))).then(() => {
      this.running = undefined;
    });
    this.running = { paths, end };
    return end;
  }
  private async syncPath(path: string): Promise<void> {
    const file = await openFile(path, "r+").catch(refuse);
    await syncFile(file)
      .catch(refuse)
      .finally(() => closeSync(file));
    this.trace?.("flush", path);
  }

  /** Syncs the pending log now, before a write that depends on it. */
  private settle(): void {
    for (const path of new Set([...this.waiting, ...(this.running?.paths ?? [])])) {
      attempt(() => {
        const file = openSync(path, "r+");
        fdatasyncSync(file);
        closeSync(file);
      });
      this.trace?.("flush", path);
    }
    this.waiting.clear();
  }

  override async init(...[pg, options]: Parameters<NodeFS["init"]>): ReturnType<NodeFS["init"]> {
    const { emscriptenOpts } = await super.init(pg, options);
    const patch = (module: object & { NODEFS?: NodeOps }) => {
      if (!module.NODEFS) throw new Error("the embedded engine has no NODEFS: its version is not the tested one");
      this.patch(module.NODEFS);
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), patch] } };
  }

  private patch(ops: NodeOps): void {
    const { write, setattr } = ops.stream_ops;
    const { rename, unlink, setattr: setNode } = ops.node_ops;
    const before = (path: string) => {
      if (this.unsynced && !LOG_FOLDER.test(path)) this.settle();
    };
    ops.stream_ops.fsync = (stream) => {
      const path = ops.realPath(stream.node);
      if (LOG.test(path)) {
        this.waiting.add(path);
        return 0;
      }
      before(path);
      attempt(() => fsyncSync(stream.nfd));
      this.trace?.("fsync", path);
      return 0;
    };
    ops.stream_ops.write = (stream, ...args) => {
      const path = ops.realPath(stream.node);
      if (LOG_FOLDER.test(path)) this.written += args[2];
      else before(path);
      this.trace?.("write", path);
      return write(stream, ...args);
    };
    ops.stream_ops.setattr = (stream, attributes) => {
      if (attributes.size !== undefined) before(ops.realPath(stream.node));
      setattr(stream, attributes);
    };
    ops.node_ops.setattr = (node, attributes) => {
      if (attributes.size !== undefined) before(ops.realPath(node));
      setNode(node, attributes);
    };
    // Settle before a rename or removal, because a pending segment would no longer be found by its path.
    ops.node_ops.rename = (node, dir, name) => {
      if (this.unsynced) this.settle();
      const from = ops.realPath(node);
      rename(node, dir, name);
      this.trace?.("rename", `${ops.realPath(dir)}/${name}`, from);
    };
    ops.node_ops.unlink = (dir, name) => {
      if (this.unsynced) this.settle();
      unlink(dir, name);
      this.trace?.("unlink", `${ops.realPath(dir)}/${name}`);
    };
  }
}
