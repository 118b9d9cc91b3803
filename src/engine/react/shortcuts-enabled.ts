/** Setting for single-key shortcuts on all pages, stored in the browser per user. */
import type { Ports } from "../model/ports.ts";
import { readSetting, writeSetting } from "../base/user-settings.ts";

const getSettingName = ({ user }: Pick<Ports, "user">): string => `list.${user()}.keys`;

/**
 * Returns whether the user has enabled single-key shortcuts. Default: true.
 * @example
 * const hint = areShortcutsEnabled(ports) ? "c" : undefined;
 */
export const areShortcutsEnabled = (ports: Pick<Ports, "user">): boolean =>
  readSetting(getSettingName(ports)) !== false;

export const setShortcutsEnabled = (ports: Pick<Ports, "user">, on: boolean): void =>
  void writeSetting(getSettingName(ports), on ? undefined : false);
