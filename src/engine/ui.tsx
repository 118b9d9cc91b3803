/** The door to the engine for everyone with a screen. */
export { EnginePorts, usePorts } from "./react/ports-context.tsx";
export { Link, type LinkProps } from "./react/Link.tsx";
export { lazyPart } from "./react/lazy-part.tsx";
export { useSpelled } from "./react/use-spelled.tsx";
export { useIsMounted } from "./react/use-is-mounted.tsx";
export { useLoaded } from "./data/use-loaded.tsx";
export { CallForm, EntityForm } from "./form/lazy.tsx";
export type { CallFormProps } from "./form/form-props.tsx";
export { Panel } from "./overlay/Panel.tsx";
export { Dialog, Drawer, preloadOverlays } from "./overlay/overlay.tsx";
export { EntityTable, firstListRequest } from "./table/lazy.tsx";
export { EntityImport } from "./import/lazy.tsx";
export { Value } from "./cells/cell.tsx";
export { DOTS, figures, HideAmounts, useAmountsHidden } from "./cells/amount-privacy.tsx";
export { ReceiptSheet, RecordDrawer, RecordPage, SoleRecord } from "./detail/lazy.tsx";
export { copyText } from "./base/copy-text.ts";
export { QrCode } from "./detail/QrCode.tsx";
