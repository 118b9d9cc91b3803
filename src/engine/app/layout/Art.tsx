import { getApp } from "../options.ts";

/** The product's background, if it has one. */
export function Art() {
  const { art: Drawn } = getApp();
  return Drawn ? <Drawn /> : null;
}
