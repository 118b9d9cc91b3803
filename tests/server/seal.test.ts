/** Encrypting and signing with a key ring. */
import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { Failure } from "../../server/core/failure.ts";
import { parseKeys, writeKey } from "../../server/core/key-ring.ts";
import { createSeal } from "../../server/core/seal.ts";
import { toFailure } from "../../server/http/errors.ts";
import { openPlainCursor, closeCursor, createSigner } from "../../server/records/cursor.ts";
import { isKnown, addKnownUser, createDevice } from "../../server/session/device.ts";

const keyOf = (kid: string) => ({ kid, key: randomBytes(32) });
const [k0, k1, k2] = [keyOf("k0"), keyOf("k1"), keyOf("k2")];
const refusalOf = (work: () => unknown) => {
  try {
    return work();
  } catch (error) {
    return error instanceof Failure ? [error.failure, error.params] : "an error";
  }
};

it.each([
  ["", undefined],
  ["k1", undefined],
  [writeKey(k1), ["k1"]],
  [`${writeKey(k2)}, ${writeKey(k1)}`, ["k2", "k1"]],
  [`${writeKey(k1)},${writeKey({ ...k2, kid: "k1" })}`, undefined],
  [`k1:${randomBytes(31).toString("base64")}`, undefined],
  [`key:${randomBytes(32).toString("base64")}`, undefined],
  [`${writeKey(k1)},`, undefined],
])("parses or rejects KEYS=%s", (text, kids) => expect(parseKeys(text)?.map(({ kid }) => kid)).toEqual(kids));

it("the first key seals, and every key opens values of the same tenant, place and purpose only", () => {
  const [old, both] = [createSeal([k1]), createSeal([k2, k1])];
  const sealed = old.sealValue("m", "a|b", "secret");
  expect(sealed).toMatch(/^v1\.k1\.[\w-]+$/);
  expect(both.openValue("m", "a|b", sealed)).toBe("secret");
  expect(both.sealValue("m", "a|b", "secret")).toMatch(/^v1\.k2\./);
  expect(refusalOf(() => both.openValue("n", "a|b", sealed))).toBe("an error");
  expect(refusalOf(() => both.openValue("m", "a|c", sealed))).toBe("an error");
  expect(refusalOf(() => both.openValue("m", "a|b", sealed, "cursor"))).toBe("an error");
});

it("a value sealed by a missing key fails as retryable with 503, and never as a wrong code", () => {
  const [one, other] = [createSeal([k1]), createSeal([k2])];
  const expected = ["keyUnknown", { kid: "k1" }];
  expect(refusalOf(() => other.openValue("m", "a", one.sealValue("m", "a", "x")))).toEqual(expected);
  expect(refusalOf(() => other.verify("code", "123456", one.sign("code", "123456")))).toEqual(expected);
  expect(refusalOf(() => openPlainCursor({ seal: other }, "m", closeCursor({ seal: one }, "m", "c")))).toEqual(
    expected,
  );
  expect(toFailure(new Failure("keyUnknown")).failure).toBe("keyUnknown");
});

it("nodes with their keys in another order accept each other's digests, cursors and known browsers", () => {
  const [a, b] = [createSeal([k2, k1]), createSeal([k1, k2])];
  expect(b.verify("code", "text", a.sign("code", "text"))).toBe(true);
  expect(b.verify("code", "other", a.sign("code", "text"))).toBe(false);
  expect(b.verify("device", "text", a.sign("code", "text"))).toBe(false);
  expect(createSigner({ seal: a }, "m")("text")).toBe(createSigner({ seal: b }, "m")("text"));
  expect(openPlainCursor({ seal: b }, "m", closeCursor({ seal: a }, "m", "c"))).toBe("c");
  expect(openPlainCursor({ seal: b }, "n", closeCursor({ seal: a }, "m", "c"))).toBe("");
  const user = { id: "u", loginHash: "h" } as Parameters<typeof addKnownUser>[2];
  const device = addKnownUser(a, createDevice(), user);
  expect([isKnown(b, device, user), isKnown(createSeal([k0]), device, user)]).toEqual([true, false]);
  expect(a.getLastingKey("receipt")).toEqual(b.getLastingKey("receipt"));
  expect(a.getLastingKey("receipt")).not.toEqual(a.getLastingKey("card"));
});
