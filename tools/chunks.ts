/**
 * Assigns the portal's modules to chunks: one for the libraries that every page needs, one for our own shared code, and
 * a small number of others, because each file has a cost of its own and larger files compress better. A chunk includes
 * the imports of its modules unless an earlier chunk has them, so the order matters. All other modules get a chunk of
 * their own or share `shared`.
 */
import { existsSync } from "node:fs";

/**
 * Returns the paths below `src/` of the named modules of a folder.
 * @throws Error for a name that is not a module
 */
const list = (folder: string, names: string): string[] =>
  names.split(" ").map((name) => {
    const found = [".ts", ".tsx"]
      .map((ending) => `${folder}/${name}${ending}`)
      .find((path) => existsSync(new URL(`../src/${path}`, import.meta.url)));
    if (!found) throw new Error(`tools/chunks.ts: src/${folder} has no ${name}`);
    return found;
  });

/** Returns a pattern that matches the named modules of a folder. */
const listModules = (folder: string, names: string): string =>
  `(${list(folder, names)
    .map((path) => path.replace(/\.tsx?$/, ""))
    .join("|")})`;
const matchModules = (...parts: string[]): RegExp => new RegExp(`/src/(${parts.join("|")})\\.tsx?$`);

/** Loaded on first use: panels of a list, and bulk actions. */
const PANELS = {
  table: "ColumnItem ColumnList ExportForm export-choice export-options ShortcutsDialog ViewMenu",
  filter: "ChoiceFilter DayFilter ListFilter RangeInputs RangeFilter",
};
const BULK = {
  table: "BulkDialog BulkResult SelectionBar SkippedRecords clipboard use-copy-rows",
  operation: "bulk run-sequence use-bulk",
};
/** Loaded when a list is displayed as cards. */
const PHONE = { table: "Cards SortMenu" };
/** Loaded when a list is grouped. */
const GROUPS = { table: "GroupedRows GroupRows" };
/** Modules with a chunk of their own. */
const ALONE = "CellRange CopyCell GroupMenu NoRecords use-dragged-range lazy";
const LATER = [PANELS.table, PANELS.filter, BULK.table, PHONE.table, GROUPS.table, ALONE]
  .join(" ")
  .replaceAll(" ", "|");
/** Entities whose records the home page shows. Their schemas are similar, so that one file takes half of their bytes. */
export const HOME_ENTITIES = ["wallet", "pendingTrade", "latestOrder", "transaction"];
/** Modules of lower layers that only lists need. */
const LIST = [
  listModules("engine/query", "parse-url write-url phrases list-call request"),
  listModules("engine/data", "list-state list-parts history-cache"),
  listModules("engine/operation", "selection bulk-actions"),
  listModules("engine/views", "ListTools ViewFrame"),
];

/**
 * Modules that every page needs including sign-in, excluding rules, money, dates and lists. They are part of the page's
 * script (`tools/vite-script.ts`), which compresses better than two files.
 */
export const BASIC: readonly string[] = [
  ...list("engine/base", "amount-format decimal guards time-zone"),
  ...list("engine/form", "anchored lazy"),
  ...list("engine/react", "Link use-is-mounted"),
  ...list("engine/data", "use-loaded"),
  ...list("engine/entity", "is-masked options-call values"),
  ...list("engine/kinds", "shared text/text secret/secret identifier/identifier yes-no/yes-no choice/choice"),
  ...list("engine/operation", "changes messages request"),
  ...list("app", "theme/Logo theme/Rhumbs data/call-sections data/portal layout/BarParts layout/language pages/title"),
];

export const chunks = [
  { name: "libraries", tags: ["$initial" as const], test: /node_modules/, priority: 2 },
  { name: "first", tags: ["$initial" as const], priority: 1 },
  // Loaded with the first form, record or list. The home page sends nothing by itself.
  {
    name: "operation",
    test: matchModules(
      listModules("engine/entity", "facts-loading"),
      listModules(
        "engine/operation",
        "changed-figures navigation-guard idempotency-key machine refusals run run-once send-call state use-operation",
      ),
    ),
  },
  // Loaded with the first form or record. Pages without one only display stored values.
  {
    name: "rules",
    test: matchModules(
      listModules("engine/rules", "evaluate operators scope standards"),
      listModules(
        "engine/entity",
        "conditions computed-fields constants core facts record-links row-figures rows self-scope",
      ),
    ),
  },
  // Loaded with the layout for signed-in users; the sign-in page reads no data.
  {
    name: "reads",
    test: new RegExp(
      `/@tanstack/(query-core|react-query)/|${matchModules(listModules("engine/data", "client use-named-read use-read")).source}`,
    ),
  },
  // Kinds displayed in lists. The others load with the first schema that uses them, and validation with the first form.
  {
    name: "kinds",
    test: /\/src\/engine\/(kinds\/(dates|decimal-kind|numbers|formats\/(date|date-time|decimal|ordered)|(currency|date|date-time|file|integer|money|percent|rate|reference|status)\/[\w-]+)|base\/days|query\/grammar)\.ts$/,
  },
  {
    name: "more-kinds",
    test: matchModules(
      listModules("engine/kinds", "names country/codes country/country email/email formats/email long-text/long-text"),
      listModules(
        "payments/kinds",
        "bic/bic check-digit fee-rate/fee-rate formats/bic formats/iban linked-bank-no/linked-bank-no",
      ),
    ),
  },
  {
    name: "check",
    test: matchModules(
      listModules("engine/entity", "check errors messages run-rules validator-runtime"),
      "engine/kinds/messages",
      "engine/kinds/formats/password",
    ),
  },
  // Kinds used by few forms. Their full checks load separately, as do kinds that are used even less.
  {
    name: "form-kinds",
    test: /\/src\/(engine|payments)\/kinds\/(groups|(?!(time|link|uuid|tags|choices|sealed|files)\/|formats\/(time|uri|uuid)\.)[\w-]+\/(?!full\.)[\w-]+)\.ts$/,
  },
  {
    name: "form",
    test: matchModules(
      listModules("engine/form-store", "form-schema links nodes place-errors store tree"),
      listModules("engine/operation", "changed-figures"),
      listModules("engine/react", "use-spelled-amount"),
      listModules(
        "engine/form",
        "Cards EntityForm ErrorSummary Field Fields Footer FormBody FormGate OpenForm parts resolved review-part stepping" +
          " use-dirty use-form-events use-inputs use-form-operation use-step-operation",
      ),
    ),
  },
  // Shared by forms of records with lists and records.
  { name: "record-label", test: matchModules(listModules("engine/entity", "record-label remarks")) },
  { name: "record-actions", test: matchModules(listModules("engine/operation", "record-actions")) },
  // Loaded with the first search among names that may be Chinese.
  { name: "pinyin", test: matchModules(listModules("engine/base", "pinyin")) },
  // What forms of records have and public forms do not.
  {
    name: "record-form",
    test: matchModules(
      listModules("engine/form-store", "hints"),
      listModules("engine/form", "Anchors DraftBar PasteTarget aids draft pasted"),
      listModules("engine/entity", "option-facts"),
      listModules("engine/controls", "ComboControl RecordCombo use-combo-options use-records"),
      listModules("engine/react", "optional-part"),
      listModules(
        "engine/inputs",
        "ChoiceInput CountryInput CurrencyInput IntegerInput LongTextInput MoneyInput PercentInput RateInput lazy-inputs",
      ),
    ),
  },
  // Event forms and imports.
  {
    name: "checks",
    test: matchModules(listModules("engine/base", "trusted-script-url"), listModules("engine/react", "use-checks")),
  },
  // Columns of an import, and fields of a pasted block.
  { name: "columns", test: matchModules(listModules("engine/import", "columns match")) },
  {
    name: "frame",
    test: new RegExp(
      `${
        matchModules(
          listModules("app", "AuthenticatedApp"),
          listModules("app/data", "approvals contexts figures unread-notifications"),
          listModules("app/feedback", "ErrorBoundary Offline"),
          listModules("app/session", "IdleWarning grants"),
          listModules("app/routing", "menu creations page-links pages GuardedLink use-guarded-click"),
          listModules("app/views", "screens view-chunks"),
          listModules(
            "app/layout",
            "NotificationBell Disclosure Header Layout CommandPaletteButton NewMenu Areas AreaIcon TabLink use-frame-keys use-page-state use-waiting-counts",
          ),
          listModules("app/pages", "Gate NotFound PageView Unreachable page-routes"),
        ).source
      }|virtual:schemas/reads$`,
    ),
  },
  { name: "home-zh", test: new RegExp(`virtual:schemas/entity/(${HOME_ENTITIES.join("|")})/zh$`) },
  { name: "home-en", test: new RegExp(`virtual:schemas/entity/(${HOME_ENTITIES.join("|")})/en$`) },
  // What the libraries of overlays share. Without a name of its own, it would be a file of its own for every page.
  { name: "mui-utils", test: /node_modules\/@mui\/utils\// },
  // Field values as displayed by the home page, lists and details.
  {
    name: "values",
    test: matchModules(
      listModules("engine/cells", "cell columns Countdown amount-privacy"),
      listModules("engine/entity", "columns"),
      listModules("engine/query", "context span-texts"),
    ),
  },
  // Reports, as displayed on the home page and the report page.
  { name: "report", test: matchModules(listModules("engine/views", "BarChart read-figures report-time")) },
  {
    name: "shared",
    test: new RegExp(
      `/src/(?!(${LIST.join("|")}|engine/query/grammar)\\.|engine/(table|filter|overlay|views)/|(${listModules("engine/operation", BULK.operation)})\\.).*\\.tsx?$|lucide-react`,
    ),
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 1500,
  },
  { name: "list", test: matchModules(...LIST, `engine/(table|filter)/(?!(${LATER})\\.)[\\w-]+`) },
  {
    name: "list-panels",
    test: matchModules(
      listModules("engine/table", PANELS.table),
      listModules("engine/filter", PANELS.filter),
      "engine/export/table",
    ),
  },
  { name: "list-groups", test: matchModules(listModules("engine/table", GROUPS.table)) },
  { name: "list-phone", test: matchModules(listModules("engine/table", PHONE.table)) },
  {
    name: "bulk",
    test: matchModules(listModules("engine/table", BULK.table), listModules("engine/operation", BULK.operation)),
  },
];
