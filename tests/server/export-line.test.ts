/** The export queue, tested by concurrency and order rather than by time. */
import { describe, expect, it } from "vitest";
import { ExportQueue, MAX_ACTIVE, MAX_ACTIVE_PER_TENANT, type ExportSlot } from "../../server/export/export-queue.ts";

/** Returns a queue whose exports run until the test releases them. */
function lineOf() {
  const line = new ExportQueue();
  const running = new Map<string, ExportSlot>();
  const begun: string[] = [];
  const most = new Map<string, number>();
  const count = (key: string, of: readonly string[]) => most.set(key, Math.max(most.get(key) ?? 0, of.length));
  const failed: unknown[] = [];
  const ask = (m: string, userId: string, at: number, signal = new AbortController().signal) => {
    const name = `${m}/${userId}/${at}`;
    line.take({ tenant: m, userId, ticket: String(at), signal }).then(
      (turn) => {
        begun.push(name);
        running.set(name, turn);
        const names = [...running.keys()];
        count("house", names);
        count(
          `${m}/${userId}`,
          names.filter((name) => name.startsWith(`${m}/${userId}/`)),
        );
        count(
          m,
          names.filter((name) => name.startsWith(`${m}/`)),
        );
      },
      (error: unknown) => failed.push(error),
    );
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const finish = async (name = [...running.keys()][0]!) => {
    running.get(name)!.end();
    running.delete(name);
    await settle();
  };
  return { line, running, begun, most, failed, ask, settle, finish };
}

describe("the export queue", () => {
  it("runs one export per user at a time without delaying another merchant", async () => {
    const { begun, most, running, ask, settle, finish, failed } = lineOf();
    for (let at = 0; at < 200; at++) ask("m1", "u1", at);
    await settle();
    expect(begun).toEqual(["m1/u1/0"]);
    ask("m2", "u2", 0);
    await settle();
    expect(begun).toEqual(["m1/u1/0", "m2/u2/0"]);
    while (running.size > 0) await finish();
    expect(begun).toHaveLength(201);
    expect(begun.filter((name) => name.startsWith("m1")).map((name) => Number(name.split("/")[2]))).toEqual(
      Array.from({ length: 200 }, (_, index) => index),
    );
    expect([most.get("m1/u1"), most.get("house")]).toEqual([1, 2]);
    expect(failed).toEqual([]);
  });

  it("limits concurrent exports in total and per merchant, and serves merchants and their users in turn", async () => {
    const { begun, most, running, ask, settle, finish } = lineOf();
    for (const user of ["a", "b", "c", "d"]) for (let at = 0; at < 3; at++) ask("m1", user, at);
    await settle();
    expect(running.size).toBe(MAX_ACTIVE_PER_TENANT);
    for (const m of ["m2", "m3"]) for (const user of ["x", "y"]) for (let at = 0; at < 2; at++) ask(m, user, at);
    await settle();
    expect(running.size).toBe(MAX_ACTIVE);
    while (running.size > 0) await finish();
    expect(begun).toHaveLength(20);
    expect(most.get("house")).toBe(MAX_ACTIVE);
    expect(Math.max(most.get("m1")!, most.get("m2")!, most.get("m3")!)).toBe(MAX_ACTIVE_PER_TENANT);
    // The first export of each user runs before the third one of any user.
    const last = (at: number) => Math.max(...begun.map((name, index) => (name.endsWith(`/${at}`) ? index : 0)));
    expect(last(0)).toBeLessThan(begun.findIndex((name) => name.endsWith("/2")));
  });

  it("keeps a user's slot until the file is sent, while others prepare their files", async () => {
    const { begun, running, ask, settle, finish } = lineOf();
    ask("m1", "a", 0);
    ask("m1", "a", 1);
    ask("m1", "b", 0);
    ask("m1", "c", 0);
    await settle();
    expect(begun).toEqual(["m1/a/0", "m1/b/0"]);
    running.get("m1/a/0")!.releaseSlot();
    await settle();
    expect(begun.at(-1)).toBe("m1/c/0");
    await finish("m1/a/0");
    await finish("m1/b/0");
    expect(begun.at(-1)).toBe("m1/a/1");
  });

  it("removes users who leave, reports each position, and rejects requests beyond the limit", async () => {
    const { line, begun, failed, ask, settle, finish } = lineOf();
    const gone = new AbortController();
    ask("m1", "a", 0);
    ask("m1", "a", 1, gone.signal);
    ask("m1", "a", 2);
    await settle();
    expect([0, 1, 2, 3].map((at) => line.findPosition("m1", "a", String(at)))).toEqual([
      { waiting: false, ahead: 0 },
      { waiting: true, ahead: 1 },
      { waiting: true, ahead: 2 },
      { waiting: false, ahead: 0 },
    ]);
    expect(line.findPosition("m2", "a", "2").waiting).toBe(false);
    gone.abort(new Error("gone"));
    await settle();
    expect(failed).toEqual([new Error("gone")]);
    expect(line.findPosition("m1", "a", "2")).toEqual({ waiting: true, ahead: 1 });
    await finish();
    expect(begun).toEqual(["m1/a/0", "m1/a/2"]);
    for (let at = 0; at < 201; at++) ask("m1", "a", 10 + at);
    await settle();
    expect(failed.at(-1)).toMatchObject({ failure: "exportsWaiting", params: { count: 200 } });
  });
});
