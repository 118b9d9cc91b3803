/** Lazily loaded record components, whose code is fetched when a record is first opened. */
import { createLazyPart } from "../react/lazy-part.tsx";

const load = () => import("./RecordDrawer.tsx");

/**
 * Drawer with a record next to its list.
 * @example
 * <RecordDrawer entity={entity} id="7" onClose={() => undefined} onChanged={() => undefined} />;
 */
export const RecordDrawer = createLazyPart(
  () => load().then((module) => module.RecordDrawer),
  () => null,
);

/**
 * Panel with a record next to its list, which stays usable.
 * @example
 * <RecordPanel entity={entity} id="7" onChanged={() => undefined} />;
 */
export const RecordPanel = createLazyPart(
  () => import("./RecordPanel.tsx").then((module) => module.RecordPanel),
  () => null,
);

/**
 * The tenant's only record of an entity.
 * @example
 * <SoleRecord entity={entity} title="Company" onChanged={() => undefined} />;
 */
export const SoleRecord = createLazyPart(
  () => load().then((module) => module.SoleRecord),
  () => null,
);

/**
 * Record on its own page.
 * @example
 * <RecordPage entity={entity} id="7" />;
 */
export const RecordPage = createLazyPart(
  () => load().then((module) => module.RecordPage),
  () => null,
);

/**
 * Receipt as a standalone document.
 * @example
 * <ReceiptSheet receipt={receipt} amount="amount" onClose={() => undefined} />;
 */
export const ReceiptSheet = createLazyPart(
  () => import("./ReceiptSheet.tsx").then((module) => module.ReceiptSheet),
  () => null,
);
