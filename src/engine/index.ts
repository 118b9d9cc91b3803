/**
 * Headless entry point of the engine for the server, tools and client. `ui.tsx` is the entry point for everything with
 * a UI.
 */
export type * from "./model/entity.ts";
export type * from "./model/expression.ts";
export type * from "./model/kind.ts";
export type * from "./model/query.ts";
export type * from "./model/ports.ts";
export type * from "./model/register.ts";
export type * from "./model/wire.ts";
export type * from "./model/calls.ts";
export type { Envelope, FieldError } from "./model/envelope.ts";
export { PROOF_OF_WORK_REQUIRED, SUCCESS_CODE, TIME_HEADER } from "./model/envelope.ts";
export type * from "./model/pages.ts";
export { findPart, hasRecords, listPaths } from "./model/pages.ts";
export type { OperationKey } from "./operation/idempotency-key.ts";
export type { OperationSetup } from "./operation/run.ts";
export type { Outcome } from "./operation/state.ts";
export { pickText, type EngineTexts } from "./base/engine-texts.ts";
export { Decimal } from "./base/decimal.ts";
export { fillConstants, type ConstantValue } from "./entity/constants.ts";
export { groupThousands, ungroup } from "./base/amount-format.ts";
export { UNKNOWN, evaluate } from "./rules/evaluate.ts";
export { findChoiceMessage, formatMessage } from "./entity/messages.ts";
export { interpolate } from "./base/interpolate.ts";
export { formatSpan, type Translate } from "./query/span-texts.ts";
export { isObject } from "./base/guards.ts";
export { getShortLabel, getTextName } from "./entity/labels.ts";
export { copyNaming, findPointedField, listNamedValues, type NamedValue } from "./entity/named-values.ts";
export {
  findFieldName,
  findPathMember,
  flattenBody,
  flattenRecord,
  isListCall,
  getPointerName,
  listObjectNames,
  nestResponse,
  nestRecord,
} from "./entity/objects.ts";
export { evaluateOptions, type OptionState } from "./entity/option-facts.ts";
export { buildFactScope } from "./entity/facts.ts";
export { computeRecord, findFailedPrecondition, isFieldRequired, isFieldVisible } from "./entity/conditions.ts";
export { prepareFields } from "./entity/prepare-fields.ts";
export { buildRecordScope } from "./rules/scope.ts";
export {
  toColumnName,
  findColumn,
  isSortable,
  MAX_COLUMN_CHARACTERS,
  listProjected,
  getTableName,
} from "./entity/columns.ts";
export { listSpellings, toColumnValue } from "./entity/column-values.ts";
export { findCurrency, buildKindContext, recordCurrency, readValue } from "./entity/values.ts";
export { createEmptyQuery, parseQuery, readQuery, type QueryProblem } from "./query/parse-url.ts";
export { searchText } from "./query/read-filter.ts";
export { toReadable, toWireQuery, writeQuery } from "./query/write-url.ts";
export { toParameter, QUERY_PARAMETERS } from "./query/grammar.ts";
export { listFixedValues } from "./query/context.ts";
export { formatLocalDay } from "./entity/local-day.ts";
export { formatDay, toOffsetMs, startOfDay, formatWallClock, type Zone, formatZone } from "./base/time-zone.ts";
export { SPANS, findSpan } from "./base/days.ts";
export { MAX_OFFSET, PAGE_SIZES } from "./model/query.ts";
export { receiptTexts } from "./model/receipt-texts.ts";
export { PAGE_PARTS } from "./model/views.ts";
export { signInSettings } from "./model/sign-in.ts";
export { buildPeriodSql, narrowToGroup, isGroupable, MAX_GROUPS, readGroup } from "./query/group.ts";
export { foldGroups, groupRows, buildGroupsSql, buildGroupSumsSql } from "./query/group-sql.ts";
export { buildCountSql, buildListSql, readPosition } from "./query/sql.ts";
export { foldSums, buildSumsSql } from "./query/sum-sql.ts";
export { joinSelects, type RowSelect, type SqlScope, type Statement } from "./query/scope.ts";
export { openCursor, sealCursor, type Sign } from "./query/cursor.ts";
export { applyQuery } from "./query/apply.ts";
export { findPinyin, isPinyin, matchesPinyin } from "./base/pinyin.ts";
export { isEmptyLast, listSortTerms, type Position } from "./query/sort-order.ts";
export type { ProjectedField } from "./entity/columns.ts";
export { Labeller, type ReadRecords } from "./query/labels.ts";
export { listPhrases, describeSort } from "./query/phrases.ts";
export { exportTable, ExportTooLarge, MAX_SHEET_ROWS } from "./export/table.ts";
export { unescapeFormula } from "./export/spreadsheet-text.ts";
export { writeCsv } from "./export/write-csv.ts";
export { writeXlsx } from "./export/xlsx.ts";
export { writeZip, type ZipTools } from "./export/zip.ts";
export { listAboutLines } from "./export/about.ts";
export { buildFileNames } from "./export/file-name.ts";
export { matchesWhole } from "./entity/is-masked.ts";
export { decideMasking, maskRow, maskStyles, unmaskRow, type Destination } from "./entity/masking.ts";
export type { Found } from "./import/rows.ts";
export { readCsv } from "./import/read-csv.ts";
export { ImportRefusal } from "./import/sheet.ts";
export type { Sheet } from "./import/sheet.ts";
export { buildTemplateSheet } from "./import/template.ts";
export { writeSheetFile } from "./import/write.ts";
export { fillLink, findLinks } from "./entity/record-links.ts";
export { splitMemberId } from "./entity/member-id.ts";
export { fillSentence, formatValue } from "./entity/sentence.ts";
export { formatLabel as recordLabel, formatText as recordText } from "./entity/record-label.ts";
export { findTargetState, findFileField, canTransition } from "./entity/transitions.ts";
export type { Funds, Settings, SpelledAmounts } from "./model/settings.ts";
export { createRuntime } from "./entity/runtime.ts";
export { hydrateWith } from "./entity/hydrate.ts";
export { kinds as coreKinds } from "./kinds/index.ts";
export type { Validate } from "./model/validate.ts";
export { removeSpaces, createProblem, createStringKind, rejectUnless } from "./kinds/shared.ts";
export { createDecimalKind } from "./kinds/decimal-kind.ts";
export { padDecimals, buildNumberCell } from "./kinds/written-numbers.ts";
export { isRealDate } from "./kinds/dates.ts";
export { rate } from "./kinds/rate/rate.ts";
export { isCountry } from "./kinds/country/codes.ts";
export { formatCountry } from "./kinds/names.ts";
export { formats as coreFormats } from "./kinds/string-formats.ts";
export type { StringFormat } from "./model/dialect.ts";
export { isIban } from "./rules/standards.ts";
export { fullChecks } from "./base/full-checks.ts";
export { createTrustedScriptUrl } from "./base/trusted-script-url.ts";
