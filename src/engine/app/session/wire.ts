/** Reads the responses of sign-in, by default those of the server's session schemas. */
import { listObjects } from "../../base/guards.ts";
import { getApp, type SessionWire } from "../options.ts";

const sessionWire: SessionWire = {
  listMenus: (response: object) => ("menu" in response ? listObjects(response.menu).map(({ id }) => String(id)) : []),
  requiresSecondFactor: (response: object) => "secondFactorNeeded" in response && response.secondFactorNeeded === true,
};

/** Returns how the product's responses of sign-in are read. */
export const getWire = (): SessionWire => getApp().wire ?? sessionWire;
