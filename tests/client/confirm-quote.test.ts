// @vitest-environment happy-dom
/** Confirmation of a quote over a lost answer, a reload and another quote that was sent since. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { failures } from "../../src/contract/failures.ts";
import { Operation } from "../../src/engine/operation/run.ts";
import { confirmQuote, isPriceGone, pendingQuoteId } from "../../src/screens/swap/confirm-quote.ts";
import { portsOf } from "../engine/form-fixtures.tsx";

vi.mock("../../src/client/i18n.ts", () => ({ t: (key: string) => key }));
vi.mock("../../src/client/endpoints.ts", () => ({ endpointOf: () => ({ method: "POST", path: "/sure" }) }));

const lost = { kind: "unknown", code: 0, message: "" };
const record = { orderNo: "SW1" };
beforeEach(() => sessionStorage.clear());

describe("the confirmation of a quote", () => {
  it("is sent once more under the quote's own key, with the first proof, and after a reload without one", async () => {
    const ports = portsOf({ call: vi.fn().mockRejectedValue(lost) });
    const first = new Operation(ports, confirmQuote(ports, "Q1"));
    expect((await first.submit({ quoteId: "Q1" }, "p1"))?.outcome.end).toBe("unknown");
    await first.retry();
    expect(pendingQuoteId(ports)).toBe("Q1");
    const again = portsOf({ call: vi.fn().mockResolvedValue({ record }) });
    const restored = new Operation(again, confirmQuote(again, "Q1"));
    expect((await restored.retry())?.outcome).toMatchObject({ end: "succeeded", result: { record } });
    const sent = [...vi.mocked(ports.call).mock.calls, ...vi.mocked(again.call).mock.calls];
    expect(sent.map(([, body, init]) => [body, init?.idempotencyKey, init?.proof])).toEqual([
      [{ quoteId: "Q1" }, "swap-Q1", "p1"],
      [{ quoteId: "Q1" }, "swap-Q1", "p1"],
      [{ quoteId: "Q1" }, "swap-Q1", undefined],
    ]);
    expect(pendingQuoteId(again)).toBeUndefined();
  });

  it("does not forget another quote that was sent since", async () => {
    const ports = portsOf({
      call: vi.fn().mockRejectedValueOnce(lost).mockRejectedValueOnce(lost).mockResolvedValue({ record }),
    });
    const first = new Operation(ports, confirmQuote(ports, "Q1"));
    const second = new Operation(ports, confirmQuote(ports, "Q2"));
    await first.submit({ quoteId: "Q1" }, "p1");
    await second.submit({ quoteId: "Q2" }, "p2");
    first.resolve({ record });
    expect(pendingQuoteId(ports)).toBe("Q2");
  });

  it("needs a new price after a refusal of this one, and after no other", () => {
    const failure = (code: number) => ({ kind: "refused" as const, code, message: "" });
    expect(isPriceGone(failure(failures.quoteExpired.code))).toBe(true);
    expect(isPriceGone(failure(failures.inProgress.code))).toBe(false);
  });
});
