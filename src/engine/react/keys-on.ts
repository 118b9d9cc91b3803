/** Setting for single-key shortcuts on all pages, stored in the browser per user. */
import type { Ports } from "../model/ports.ts";
import { readStored, writeStored } from "../base/stored.ts";

const nameStorage = ({ user }: Pick<Ports, "user">): string => `list.${user()}.keys`;

/**
 * Returns whether the user has enabled single-key shortcuts. Default: true.
 * @example
 * const hint = areKeysOn(ports) ? "c" : undefined;
 */
export const areKeysOn = (ports: Pick<Ports, "user">): boolean => readStored(nameStorage(ports)) !== false;

export const setKeysOn = (ports: Pick<Ports, "user">, on: boolean): void =>
  writeStored(nameStorage(ports), on ? undefined : false);
