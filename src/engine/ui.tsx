/** The door to the engine for everyone with a screen. */
export { EnginePorts, usePorts } from "./ports-context.tsx";
export { CallForm, EntityForm } from "./form/lazy.tsx";
export type { CallFormProps } from "./form/EntityForm.tsx";
export { Dialog, Drawer, preloadOverlays } from "./overlay/overlay.tsx";
export { EntityTable } from "./table/lazy.tsx";
export { EntityImport } from "./import/lazy.tsx";
export { RecordPage } from "./detail/lazy.tsx";
export { copyText } from "./detail/CopyButton.tsx";
