/** Responses that a test resolves, and a clean page around each test. */
import { act } from "react";
import { afterEach, beforeEach } from "vitest";
import type { CallFailure, CallResult, Ports } from "../../src/engine/index.ts";
import { forget } from "./detail-fixtures.tsx";
import { mount, settle } from "./form-fixtures.tsx";

let close: () => void = () => undefined;
/** Each test begins with nothing stored and leaves no page behind. Every suite calls it: suites of one worker share this module, and hooks registered while it loads would run for the first suite alone. */
export function cleanAroundEach(): void {
  beforeEach(() => {
    forget();
    localStorage.clear();
    history.replaceState({ key: crypto.randomUUID() }, "");
  });
  afterEach(() => {
    close();
    close = () => undefined;
  });
}
/** How the page is left after the test. */
export const leaving = (end: () => void): void => void (close = end);
export async function open(element: React.ReactNode, ports: Ports): Promise<HTMLElement> {
  const { page, unmount } = await mount(element, ports);
  leaving(unmount);
  await settle();
  return page;
}
/** A response that the test resolves. */
export function later<T = CallResult>() {
  let resolve!: (value: T) => void;
  let reject!: (failure: unknown) => void;
  const promise = new Promise<T>((come, fail) => ([resolve, reject] = [come, fail]));
  return {
    promise,
    come: (value: T) => act(async () => resolve(value)),
    fail: (failure: unknown) => act(async () => reject(failure)),
  };
}
export const unknown: CallFailure = { kind: "unknown", code: 0, message: "" };
