// @vitest-environment happy-dom
/** Confirms a quote after a lost response, after a reload, and after another quote was sent in between. */
import { act } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { CallResult } from "@portolan/engine";
import { failures } from "../../src/contract/failures.ts";
import { Operation } from "../../src/engine/operation/run.ts";
import { confirmQuote, isPriceGone, readPendingQuoteId } from "../../src/screens/swap/confirm-quote.ts";
import { computeCost } from "../../src/screens/swap/quote.ts";
import { PendingConfirmation } from "../../src/screens/swap/PendingConfirmation.tsx";
import { mount, portsOf } from "../engine/form-fixtures.tsx";

vi.mock("../../src/engine/app/client/i18n.ts", () => ({ t: (key: string) => key }));
vi.mock("../../src/engine/app/client/declared-endpoints.ts", () => ({
  requireEndpoint: () => ({ method: "POST", path: "/sure" }),
}));

const lost = { kind: "unknown", code: 0, message: "" };
const record = { orderNo: "SW1" };
beforeEach(() => sessionStorage.clear());

describe("the cost of a quote", () => {
  it("is the difference to the mid-market rate, in the bought currency and in percent", () => {
    expect(computeCost({ sellAmount: "10000", buyAmount: "70436.70", mid: "7.06133" }, 2)).toEqual({
      amount: "176.60",
      percent: "0.25",
    });
    expect(computeCost({ sellAmount: "1000", buyAmount: "22004", mid: "22.0951" }, 0)?.amount).toBe("91");
  });
  it("is omitted if the rate is no worse", () => {
    expect(computeCost({ sellAmount: "100", buyAmount: "706.14", mid: "7.06133" }, 2)).toBeUndefined();
  });
});

describe("the confirmation of a quote", () => {
  it("is retried with the quote's own key and the first proof, and after a reload without proof", async () => {
    const ports = portsOf({ call: vi.fn().mockRejectedValue(lost) });
    const first = new Operation(ports, confirmQuote(ports, "Q1"));
    expect((await first.submit({ quoteId: "Q1" }, "p1"))?.outcome.end).toBe("unknown");
    await first.retry();
    expect(readPendingQuoteId(ports)).toBe("Q1");
    const again = portsOf({ call: vi.fn().mockResolvedValue({ record }) });
    const restored = new Operation(again, confirmQuote(again, "Q1"));
    expect((await restored.retry())?.outcome).toMatchObject({ end: "succeeded", result: { record } });
    const sent = [...vi.mocked(ports.call).mock.calls, ...vi.mocked(again.call).mock.calls];
    expect(sent.map(([, body, init]) => [body, init?.idempotencyKey, init?.proof])).toEqual([
      [{ quoteId: "Q1" }, "swap-Q1", "p1"],
      [{ quoteId: "Q1" }, "swap-Q1", "p1"],
      [{ quoteId: "Q1" }, "swap-Q1", undefined],
    ]);
    expect(readPendingQuoteId(again)).toBeUndefined();
  });

  it("keeps another quote that was sent since", async () => {
    const ports = portsOf({
      call: vi.fn().mockRejectedValueOnce(lost).mockRejectedValueOnce(lost).mockResolvedValue({ record }),
    });
    const first = new Operation(ports, confirmQuote(ports, "Q1"));
    const second = new Operation(ports, confirmQuote(ports, "Q2"));
    await first.submit({ quoteId: "Q1" }, "p1");
    await second.submit({ quoteId: "Q2" }, "p2");
    first.resolve({ record });
    expect(readPendingQuoteId(ports)).toBe("Q2");
  });

  it.each([
    ["refused", { kind: "refused", code: failures.notGranted.code }, undefined],
    ["unknown", { kind: "refused", code: 3001 }, "Q1"],
    ["unknown", { kind: "refused", code: failures.authenticateFirst.code }, "Q1"],
    ["unknown", { kind: "broken", code: 302 }, "Q1"],
    ["unknown", { kind: "broken", code: 502 }, "Q1"],
    ["offline", { kind: "offline", code: 0 }, undefined],
  ])("is %s at first after %o", async (end, failure, kept) => {
    const ports = portsOf({ call: vi.fn().mockRejectedValue({ ...failure, message: "no" }) });
    const settled = await new Operation(ports, confirmQuote(ports, "Q1")).submit({ quoteId: "Q1" }, "p1");
    expect([settled?.outcome.end, readPendingQuoteId(ports)]).toEqual([end, kept]);
  });

  it("shows its result after a reload", async () => {
    const resume = async (busy: boolean, call: () => Promise<CallResult>) => {
      const notify = vi.fn();
      const onDone = vi.fn();
      const ports = portsOf({ notify, call: vi.fn(call) });
      sessionStorage.setItem(`swap.sure.${ports.user()}`, "Q1");
      const { page, unmount } = await mount(<PendingConfirmation busy={busy} onDone={onDone} />, ports);
      await act(async () => undefined);
      const { textContent } = page;
      const link = page.querySelector("a")?.getAttribute("href");
      unmount();
      expect(notify).not.toHaveBeenCalled();
      return [onDone.mock.calls, textContent?.trim(), link];
    };
    const executed = async () => ({ record });
    expect(await resume(false, executed)).toEqual([[[record]], "swap.earlierAsking", undefined]);
    expect(await resume(true, executed)).toEqual([[], "swap.earlierDone swap.toRecord", "/exchangeRecord?id=SW1"]);
    expect(await resume(false, () => Promise.reject(lost))).toEqual([[], "swap.unknown swap.askAgain", undefined]);
    const code = failures.quoteExpired.code;
    expect(await resume(false, () => Promise.reject({ kind: "refused", code, message: "" }))).toEqual([
      [],
      "swap.earlierNot",
      undefined,
    ]);
  });

  it("needs a new price only if the quote has expired", () => {
    const failure = (code: number) => ({ kind: "refused" as const, code, message: "" });
    expect(isPriceGone(failure(failures.quoteExpired.code))).toBe(true);
    expect(isPriceGone(failure(failures.inProgress.code))).toBe(false);
  });
});
