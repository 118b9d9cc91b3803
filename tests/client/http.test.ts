// @vitest-environment happy-dom
/** Events when a session ends, whichever response reports it. */
import "./portal-options.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { download, upload } from "../../src/engine/app/client/files.ts";
import { setHttpEvents, send } from "../../src/engine/app/client/http.ts";
import { endSession } from "../../src/engine/app/client/session.ts";
import type { CallFailure } from "@portolan/engine";
import { isDefinitive, isInconclusive } from "../../src/engine/operation/refusals.ts";

const shell = {
  ended: vi.fn(),
  timedOut: vi.fn(),
  restricted: vi.fn(),
  broken: vi.fn(),
  used: vi.fn(),
  receivedResponse: vi.fn(),
};
const way = { method: "GET", path: "/mer/test" } as const;
const over = { code: 3001, message: "over", map: {}, traceId: "t" };
const json = (body: object, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });

beforeEach(() => {
  vi.clearAllMocks();
  setHttpEvents(shell);
  document.cookie = "merToken=one";
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.cookie = "merToken=; max-age=0";
});

it("a call, a download and an upload report the end of the session [X1 X2]", async () => {
  vi.stubGlobal("fetch", async () => json(over));
  await expect(send(way)).rejects.toMatchObject({ code: 3001 });
  await expect(download(way)).rejects.toMatchObject({ code: 3001 });
  expect(shell.ended.mock.calls).toEqual([
    [3001, "over"],
    [3001, "over"],
  ]);
  for (const [status, told] of [
    [200, "ended"],
    [302, "timedOut"],
    [303, "restricted"],
    [502, "broken"],
  ] as const) {
    vi.clearAllMocks();
    vi.stubGlobal(
      "XMLHttpRequest",
      class {
        upload = {};
        status = status;
        response = over;
        onload?: () => void;
        open() {}
        setRequestHeader() {}
        send() {
          this.onload!();
        }
      },
    );
    await expect(
      upload(new File(["x"], "x.pdf"), "test", { onProgress: () => undefined, signal: new AbortController().signal }),
    ).rejects.toMatchObject({ code: 3001 });
    expect(
      Object.entries(shell)
        .filter(([name, call]) => name !== "used" && call.mock.calls.length > 0)
        .map(([name]) => name),
      String(status),
    ).toEqual([told]);
  }
});

it("a late response to an earlier session does not end the current one", async () => {
  for (const response of [json(over), json(over, 302)]) {
    vi.stubGlobal("fetch", async () => {
      document.cookie = "merToken=two";
      return response;
    });
    document.cookie = "merToken=one";
    await expect(send(way)).rejects.toMatchObject({ code: 3001 });
  }
  expect(shell.ended).not.toHaveBeenCalled();
  expect(shell.timedOut).not.toHaveBeenCalled();
  // The response that ended the session may have cleared the token already.
  vi.stubGlobal("fetch", async () => {
    document.cookie = "merToken=; max-age=0";
    return json(over);
  });
  await expect(send(way)).rejects.toMatchObject({ code: 3001 });
  expect(shell.ended).toHaveBeenCalledTimes(1);
});

it("a late response after signing out reports nothing", async () => {
  for (const response of [json(over), json(over, 302)]) {
    vi.clearAllMocks();
    document.cookie = "merToken=three";
    vi.stubGlobal("fetch", async () => {
      endSession("signedOut");
      return response;
    });
    await expect(send(way)).rejects.toMatchObject({ code: 3001 });
    expect([shell.ended, shell.timedOut].flatMap(({ mock }) => mock.calls)).toEqual([]);
  }
});

it("an expired session is reported unless a pending sign-out succeeds", async () => {
  for (const ends of [true, false]) {
    vi.clearAllMocks();
    document.cookie = `merToken=${ends ? "four" : "five"}`;
    let signOut = (_: Response) => {};
    vi.stubGlobal("fetch", async (_: string, { method }: RequestInit) =>
      method === "POST" ? new Promise<Response>((resolve) => (signOut = resolve)) : json(over, 302),
    );
    const sent = send({ method: "POST", path: "/mer/logout" }).then(() => ends && endSession("signedOut"));
    await expect(send(way)).rejects.toMatchObject({ code: 3001 });
    // The server has ended the session, but its response to the sign-out is still pending.
    expect(shell.timedOut).not.toHaveBeenCalled();
    signOut(json({ code: 2000, message: "", map: {} }));
    await sent;
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(shell.timedOut).toHaveBeenCalledTimes(ends ? 0 : 1);
  }
});

it("a queued export reports its position, and is awaited while it is in the queue", async () => {
  vi.useFakeTimers();
  try {
    let tickets: (string | null)[] = [];
    let arrive = (_: Response) => {};
    let signal: AbortSignal | null | undefined;
    let ahead = 2;
    vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
      if (!String(url).includes("/mer/own/export/line")) {
        tickets = [new Headers(init.headers).get("export-ticket")];
        signal = init.signal;
        return new Promise<Response>((resolve) => (arrive = resolve));
      }
      tickets.push(new URL(String(url), "http://x").searchParams.get("ticket"));
      return json({ code: 2000, message: "", map: { waiting: ahead > 0, ahead: ahead-- }, traceId: "t" });
    });
    const told: (number | undefined)[] = [];
    const done = download(way, {}, { onWaiting: (count) => told.push(count) });
    await vi.advanceTimersByTimeAsync(6_500);
    expect(told).toEqual([2, 1, undefined]);
    expect(new Set(tickets).size).toBe(1);
    ahead = 1_000;
    await vi.advanceTimersByTimeAsync(400_000);
    expect(signal?.aborted).toBe(false);
    const before = told.length;
    arrive(json(over));
    await expect(done).rejects.toMatchObject({ code: 3001 });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(told).toHaveLength(before);
  } finally {
    vi.useRealTimers();
  }
});

it("a call that lost the network on the way may have been executed; one that began without it was not sent", async () => {
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
  vi.stubGlobal("fetch", async () => {
    online.mockReturnValue(false);
    throw new TypeError("Failed to fetch");
  });
  await expect(send({ method: "POST", path: "/mer/test" }, {})).rejects.toMatchObject({ kind: "unknown" });
  await expect(send({ method: "POST", path: "/mer/test" }, {})).rejects.toMatchObject({ kind: "offline" });
  online.mockRestore();
});

it("a call that began without a network and found one meanwhile may have been executed", async () => {
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  vi.stubGlobal("fetch", async () => {
    window.dispatchEvent(new Event("online"));
    throw new TypeError("Failed to fetch");
  });
  await expect(send({ method: "POST", path: "/mer/test" }, {})).rejects.toMatchObject({ kind: "unknown" });
  online.mockRestore();
});

it("a page of a proxy, a cut response and a redirect prove nothing about the call; a refusal of the server does", async () => {
  const post = { method: "POST", path: "/mer/test" } as const;
  const page = (status: number) => new Response("<h1>Sign in to the network</h1>", { status });
  const moved = Object.defineProperty(json({ code: 2000, map: {} }), "redirected", { value: true });
  const cut = new Response('{"code":2000,"map":{"rec', { headers: { "content-type": "application/json" } });
  for (const response of [page(200), page(403), page(404), page(502), cut, moved]) {
    vi.stubGlobal("fetch", async () => response);
    const failure: CallFailure = await send(post, {}).then(
      () => Promise.reject(new Error("accepted")),
      (error: CallFailure) => error,
    );
    expect([isInconclusive(failure), isDefinitive(failure)], `${response.status}`).toEqual([true, false]);
  }
  for (const response of [json({ code: 4000, map: {} }), json({ code: 4213, map: {} }, 413)]) {
    vi.stubGlobal("fetch", async () => response);
    await expect(send(post, {}).catch((error: CallFailure) => isInconclusive(error))).resolves.toBe(false);
  }
});
