/** Records as the door hands them out: their code comes with the first one that is opened. */
import { createLazyPart } from "../react/lazy-part.tsx";
import type { SheetProps } from "./ReceiptSheet.tsx";
import type { RecordDrawerProps, RecordPageProps, SoleRecordProps } from "./RecordDrawer.tsx";
import type { RecordPanelProps } from "./RecordPanel.tsx";

const load = () => import("./RecordDrawer.tsx");

/**
 * A record beside its list.
 * @example
 * <RecordDrawer entity={entity} id="7" onClose={() => undefined} onChanged={() => undefined} />;
 */
export const RecordDrawer = createLazyPart<RecordDrawerProps>(
  () => load().then((module) => module.RecordDrawer),
  () => null,
);

/**
 * A record beside its list that leaves the list in use.
 * @example
 * <RecordPanel entity={entity} id="7" onChanged={() => undefined} />;
 */
export const RecordPanel = createLazyPart<RecordPanelProps>(
  () => import("./RecordPanel.tsx").then((module) => module.RecordPanel),
  () => null,
);

/**
 * The only record that a tenant has of an entity.
 * @example
 * <SoleRecord entity={entity} title="Company" onChanged={() => undefined} />;
 */
export const SoleRecord = createLazyPart<SoleRecordProps>(
  () => load().then((module) => module.SoleRecord),
  () => null,
);

/**
 * A record on its own page.
 * @example
 * <RecordPage entity={entity} id="7" />;
 */
export const RecordPage = createLazyPart<RecordPageProps>(
  () => load().then((module) => module.RecordPage),
  () => null,
);

/**
 * A receipt by itself, as a document.
 * @example
 * <ReceiptSheet receipt={receipt} amount="amount" onClose={() => undefined} />;
 */
export const ReceiptSheet = createLazyPart<SheetProps>(
  () => import("./ReceiptSheet.tsx").then((module) => module.ReceiptSheet),
  () => null,
);
