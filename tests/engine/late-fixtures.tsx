/** Responses that are resolved by the test, and a clean page for each test. */
import { act } from "react";
import { afterEach, beforeEach } from "vitest";
import type { CallFailure, CallResult, Ports } from "@portolan/engine";
import { forget } from "./detail-fixtures.tsx";
import { mount, settle } from "./form-fixtures.tsx";

let close: () => void = () => undefined;
/**
 * Clears storage before each test and unmounts the page after it. Every suite must call this: suites in the same worker
 * share this module, and hooks registered at load time would run only for the first one.
 */
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
/** Registers how to unmount the page after the test. */
export const leaving = (end: () => void): void => void (close = end);
export async function open(element: React.ReactNode, ports: Ports): Promise<HTMLElement> {
  const { page, unmount } = await mount(element, ports);
  leaving(unmount);
  await settle();
  return page;
}
/** Creates a response that the test resolves later. */
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
