/** The door to the engine for everyone with a screen. */
export { EnginePorts, usePorts } from "./ports-context.tsx";
export { CallForm, EntityForm } from "./form/lazy.tsx";
export type { CallFormProps, EntityFormProps, FormExtras } from "./form/EntityForm.tsx";
export { Dialog, Drawer, preloadOverlays } from "./overlay/overlay.tsx";
export { EntityTable } from "./table/lazy.tsx";
export type { EntityTableProps } from "./table/EntityTable.tsx";
export { EntityImport } from "./import/lazy.tsx";
export { RecordDrawer, RecordPage } from "./detail/lazy.tsx";
export { copyText } from "./detail/CopyButton.tsx";
