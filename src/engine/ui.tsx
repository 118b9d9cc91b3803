/** Entry point of the engine for everything with a UI. */
export { EngineProvider } from "./inputs/EngineProvider.tsx";
export type { InputDefinition, LoadInputs } from "./inputs/input-definition.tsx";
export { IdentifierInput } from "./inputs/IdentifierInput.tsx";
export { PercentInput } from "./inputs/PercentInput.tsx";
export { ComboControl } from "./controls/ComboControl.tsx";
export { TextControl } from "./controls/TextControl.tsx";
export { type InputProps, useForm } from "./controls/model.tsx";
export { areShortcutsEnabled } from "./react/shortcuts-enabled.ts";
export { usePorts } from "./react/ports-context.tsx";
export { Heading } from "./react/Heading.tsx";
export { isPlainClick, Link } from "./react/Link.tsx";
export { createLazyPart } from "./react/lazy-part.tsx";
export { type ListLink, type ListProps, createViewPart, type ViewParts, type ViewProps } from "./react/view-part.tsx";
export { useSpelledAmount } from "./react/use-spelled-amount.tsx";
export { applyColorScheme, chooseColorScheme } from "./react/color-scheme.ts";
export { useWidth } from "./react/use-width.tsx";
export { useIsMounted } from "./react/use-is-mounted.tsx";
export { listActions } from "./operation/record-actions.ts";
export { useRecordAction } from "./operation/use-record-action.tsx";
export { readMessage } from "./operation/refusals.ts";
export { findFailure, runOnce } from "./operation/run-once.ts";
export { Operation, type Settled } from "./operation/run.ts";
export { isLocked } from "./operation/state.ts";
export { useOperation } from "./operation/use-operation.tsx";
export { clearReads } from "./data/client.tsx";
export {
  cancelRead,
  fetchLatest,
  fetchShared,
  type ReadState,
  type ReadOptions,
  refetchRead,
  setRead,
  useRead,
} from "./data/use-read.tsx";
export { useNamedRead } from "./data/use-named-read.tsx";
export { sendCall } from "./operation/send-call.ts";
export { useLoaded } from "./data/use-loaded.tsx";
export { CallForm, CreateChoice, EntityForm } from "./form/lazy.tsx";
export type { CallFormProps } from "./form/form-props.tsx";
export { Panel } from "./overlay/Panel.tsx";
export { Dialog, Drawer, preloadOverlays } from "./overlay/overlay.tsx";
export { EntityTable, prefetchList } from "./table/lazy.tsx";
export { Cards as RecordCards } from "./table/phone.tsx";
export { Pager } from "./table/Pager.tsx";
export { useListPage } from "./table/use-list-page.tsx";
export { EntityView, findViewPart } from "./views/EntityView.tsx";
export { coreViews } from "./views/parts.tsx";
export { BarChart } from "./views/BarChart.tsx";
export { selectByKey } from "./views/select-by-key.ts";
export { LineChart } from "./views/LineChart.tsx";
export { readFigures } from "./views/read-figures.ts";
export { readReportPlan, readReportTime } from "./views/report-time.ts";
export { PeriodChoice } from "./views/PeriodChoice.tsx";
export { ListTools } from "./views/ListTools.tsx";
export { ViewFrame } from "./views/ViewFrame.tsx";
export { WaitingLines } from "./views/WaitingLines.tsx";
export { EntityImport } from "./views/EntityImport.tsx";
export { Value } from "./cells/cell.tsx";
export { registerCellRenderers } from "./cells/kinds/index.tsx";
export { HIDDEN_AMOUNT, renderFigures, HideAmountsButton, useAmountsHidden } from "./cells/amount-privacy.tsx";
export { ReceiptSheet, RecordDrawer, RecordPage, SoleRecord } from "./detail/lazy.tsx";
export { fetchRelated } from "./detail/fetch-related.ts";
export { Reveal } from "./detail/Reveal.tsx";
export { copyText } from "./base/copy-text.ts";
export { QrCode } from "./detail/QrCode.tsx";
