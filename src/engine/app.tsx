/** Entry point of the app kit: starts the pages of a product, and what its hand-written screens need. */
export { startApp } from "./app/start.tsx";
export type { AppOptions, InsideOptions } from "./app/inside-options.tsx";
export type {
  AccountItem,
  CallEntity,
  FoundRecord,
  LazyPart,
  MenuItem,
  PalettePhrases,
  ScreenProps,
  SecondFactor,
  SecondFactorProps,
  Shell,
  Standing,
  User,
  SessionWire,
  VisitorView,
  VisitorViewProps,
} from "./app/options.ts";
export { call, type NamedCall } from "./app/client/call.ts";
export { requireEndpoint } from "./app/client/declared-endpoints.ts";
export { describeEndpoint } from "./app/client/endpoints.ts";
export { getDateTag, loadTexts, t, translateFailure } from "./app/client/i18n.ts";
export { createObservable } from "./app/client/observable.ts";
export { fetchCall, useCall } from "./app/client/reads.tsx";
export { loadCall, loadEntity } from "./app/data/schemas.ts";
export { omitSecondFactor } from "./app/session/omit-second-factor.ts";
