/** The door to the engine for everyone with a screen. */
export { EnginePorts, usePorts } from "./ports-context.tsx";
export { Link, type LinkProps } from "./Link.tsx";
export { lazyPart } from "./lazy-part.tsx";
export { useHere } from "./use-here.tsx";
export { useLoaded } from "./use-loaded.tsx";
export { CallForm, EntityForm } from "./form/lazy.tsx";
export type { CallFormProps } from "./form/EntityForm.tsx";
export { Panel } from "./overlay/Panel.tsx";
export { Dialog, Drawer, preloadOverlays } from "./overlay/overlay.tsx";
export { EntityTable, firstListRequest } from "./table/lazy.tsx";
export { EntityImport } from "./import/lazy.tsx";
export { Value } from "./table/cell.tsx";
export { DOTS, figures, HideAmounts, useHidden } from "./table/hidden.tsx";
export { ReceiptSheet, RecordDrawer, RecordPage, SoleRecord } from "./detail/lazy.tsx";
export { copyText } from "./detail/copy-text.ts";
export { QrCode } from "./detail/QrCode.tsx";
