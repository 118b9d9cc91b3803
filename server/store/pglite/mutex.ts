import { DatabaseError } from "../database.ts";

/** A fair mutex for the embedded engine, which has one connection. */
export class Mutex {
  private busy = false;
  private readonly queue: (() => void)[] = [];

  /** Resolves with the function that releases the mutex. @throws DatabaseError `55P03` after `timeoutMs` */
  take(timeoutMs: number): Promise<() => void> {
    if (!this.busy) {
      this.busy = true;
      return Promise.resolve(this.createRelease());
    }
    return new Promise((resolve, reject) => {
      const go = () => {
        clearTimeout(timer);
        resolve(this.createRelease());
      };
      const timer = setTimeout(() => {
        this.queue.splice(this.queue.indexOf(go), 1);
        reject(new DatabaseError(`waited longer than ${timeoutMs / 1000} s for the database`, "55P03"));
      }, timeoutMs);
      this.queue.push(go);
    });
  }

  private createRelease(): () => void {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const next = this.queue.shift();
      if (next) next();
      else this.busy = false;
    };
  }
}
