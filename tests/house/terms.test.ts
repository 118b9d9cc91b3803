/**
 * Terminology of comments according to `docs/glossary.md`: rejects dialect and names of removed exports, counted by
 * folder against `terms.json`.
 */
import { describe, expect, it } from "vitest";
import budget from "./terms.json" with { type: "json" };
import { filesIn, read } from "./source.ts";

/** Rejected expressions, by the term that replaces them. */
const DIALECT: readonly [term: string, dialect: RegExp][] = [
  ["user", /\b(?:somebody|someone|anybody|nobody|everybody|whoever|people)\b|\b(?:the|a|this|one) person\b/i],
  ["user", /\b(?:he|him|his)\b/],
  ["notify, report", /\b(?:is|are) told\b|\btells? nobody\b/i],
  ["replace", /\bstands? in (?:its|their|a|the) [\w' ]*place\b/i],
  ["is shown, is present", /\bstands? (?:there|here|beside|below|above)\b/i],
  ["continue", /\b(?:goes|go|went|going) on\b/i],
  ["load, refetch, retry", /\banew\b|\bask(?:s|ed)? (?:for )?again\b/i],
  ["pending", /\bon (?:its|their) way\b/i],
  ["depend on", /\b(?:hangs?|hung) on\b/i],
  ["is dropped", /\bfalls? out\b/i],
  ["current, given", /\bat hand\b/i],
  ["maximum", /\bso many\b|\bat the most\b/i],
  ["result", /\b(?:came|comes|become[s]?|became) of (?:it|them|this|that|an?|the)\b|\bwhat came (?:out|back)\b/i],
  ["apply, next", /\bleads? on\b|\b(?:has|have) moved on\b/i],
  ["version", /\bis another one (?:after|once)\b/i],
  ["external party", /\boutside part(?:y|ies)\b/i],
  ["in plain text", /\bin clear\b/i],
  ["previous", /\bof before\b/i],
  ["so that", /\bin order that\b/i],
  ["revert", /\btakes? back\b/i],
  ["milliseconds since the epoch", /\bms since the epoch\b/i],
  ["the one that is named again", /\bthe latter\b/i],
  ["pass, provide", /\bhand(?:s|ed|ing)? in\b/i],
  ["contradict, prevent", /\bspeaks? against\b/i],
  ["is stated, states it", /\b(?:is|are) said\b|\bsays so\b/i],
];

/** Renamed exports and variables, by former name. */
const RENAMED: Readonly<Record<string, string>> = {
  useHidden: "useAmountsHidden",
  roughWidth: "estimateWidth",
  ownText: "optionalText",
  useHere: "useIsMounted",
  useTicks: "useRowSelection",
  useFloating: "useStickyHeader",
  notePlace: "updateCachedList",
  SeenStep: "DuplicateFileStep",
  Sureness: "MatchConfidence",
  isSafeZip: "isSafeArchive",
  withDuplicateSpellings: "markDuplicates",
  MOST_TERMS: "MAX_SORT_TERMS",
  MOST_VIEWS: "MAX_VIEWS",
  nestAnswer: "nestResponse",
  flattenAnswer: "flattenResponse",
  CallAnswer: "CallResponse",
  sortWords: "describeSort",
  filterWords: "describeFilter",
  formatWords: "formatCell",
  readWords: "readKeywords",
  drawFigures: "renderFigures",
  drawValue: "renderValue",
  listWays: "listBranches",
  findPlaces: "findDecimalPlaces",
  askProvider: "createProviderHandler",
  AskedOrder: "RequestedOrder",
  FilePlace: "FileKey",
  checkPaper: "checkDocument",
  writePaper: "writePdf",
  sayMoney: "describeMoney",
  sayOrder: "describeOrder",
  saySentence: "formatSentence",
  askApprovers: "notifyApprovers",
  happening: "event",
  setDrawings: "registerCellRenderers",
  RecordAnswer: "DetailResponse",
  PlainRecordAnswer: "PlainDetailResponse",
  TenantWord: "TenantName",
  SourceWord: "SourceName",
  WRONG_IN_JSON: "JSON_ERRORS",
  RADIO_MOST: "MAX_RADIO_OPTIONS",
  LABEL_MOST: "MAX_LABEL_WIDTH",
  createMissingWordFinding: "createMissingKeywordFinding",
  findSaidWord: "findConfirmation",
  findProviderWord: "findProviderLabel",
  findEventWord: "findEventLabel",
  chooseSkin: "selectInput",
  findSkin: "findInput",
  LaterKey: "LazyKind",
  OwnKey: "EagerKind",
  useFollow: "usePendingPoll",
  areKeysOn: "areShortcutsEnabled",
  setKeysOn: "setShortcutsEnabled",
  useSpelled: "useSpelledAmount",
  resolveOwnScript: "createTrustedScriptUrl",
  readStored: "readSetting",
  writeStored: "writeSetting",
  isQueryWord: "isQueryParameter",
  judgeOptions: "evaluateOptions",
  buildCheque: "buildAmountSummary",
  loseTrack: "setOutcomeUnknown",
  refuseClear: "refuseUnsealed",
  findCircles: "findCycles",
  checkCircles: "checkCycles",
  decideExit: "decideMasking",
  formatClip: "formatClipboard",
  writeClip: "writeClipboard",
  useWaiting: "useWaitingCounts",
  PaperButton: "DocumentButton",
  noteHeight: "storeHeight",
  FileAnswer: "FileDownload",
  answerFile: "createFileDownload",
  FinishedFile: "GeneratedFile",
  ExportTurn: "ExportSlot",
  NO_TURN: "LOCK_NOT_AVAILABLE",
  doWork: "traceOperation",
  WorkKind: "OperationKind",
  noteSecurity: "auditSecurityEvent",
  noteProof: "recordProof",
  readNear: "readFromReplica",
  refuseField: "createFieldFailure",
  createDesk: "createManualProvider",
  DeskRefused: "OperatorRefused",
  TaskAsk: "TaskRequest",
  askPlace: "describeTaskContext",
  askWork: "createChallenge",
  spendWork: "consumeSolution",
  spendProof: "consumeProof",
  spendCode: "consumeCode",
  WorkAsked: "ProofOfWorkChallenge",
  WORK_NEEDED: "PROOF_OF_WORK_REQUIRED",
  operatorActs: "operatorActions",
  findBeginning: "findApproval",
  runOneAtATime: "runExclusive",
  readOneFile: "readUpload",
  createMemory: "createCompileCache",
  runTogether: "runInTransaction",
  surveyAll: "checkStoredRows",
  formatEventPlace: "describeEventContext",
  startPast: "startReplay",
  writePasts: "insertReplayed",
  boundSockets: "limitSockets",
  changesBetween: "diffSchemas",
  levelOf: "computeLevel",
  apiDoc: "writeApiDoc",
  optionsOf: "readOptions",
  freePort: "findFreePort",
  onceARun: "runOncePerRun",
};

/** Returns the comments in a TypeScript text, one string each; the lines of a `//` block count individually. */
function readComments(text: string): string[] {
  return [...text.matchAll(/(?<=^|[\s{(,;])(?:\/\*[\s\S]*?\*\/|\/\/\s.*$)/gm)].map(([comment]) => comment);
}

/** Returns the expressions to replace in a comment, as `dialect -> term`. */
function findDialect(comment: string): string[] {
  const terms = DIALECT.flatMap(([term, dialect]) => {
    const [found] = dialect.exec(comment) ?? [];
    return found === undefined ? [] : [`${found} -> ${term}`];
  });
  const names = comment.match(/\b[A-Za-z]\w*\b/g) ?? [];
  return [...terms, ...names.flatMap((name) => (Object.hasOwn(RENAMED, name) ? [`${name} -> ${RENAMED[name]}`] : []))];
}

const parts: Readonly<Record<string, number>> = budget;

/** Returns the entry of `terms.json` for a file: the longest one that its path starts with. */
const partOf = (file: string): string | undefined =>
  Object.keys(parts)
    .filter((part) => file.startsWith(`${part}/`))
    .toSorted((a, b) => b.length - a.length)[0];

const files = ["src", "server", "tools", "tests", "bench"].flatMap((folder) => filesIn(folder, /\.(?:tsx?|mts|mjs)$/));

describe("comments", () => {
  it.each(Object.keys(parts))("of %s hold no more dialect than the budget says", (part) => {
    const found = files
      .filter((file) => partOf(file) === part && !file.includes("node_modules"))
      .flatMap((file) =>
        readComments(read(file)).flatMap((comment) => findDialect(comment).map((one) => `${file}: ${one}`)),
      );
    expect(found.length, `\n${found.join("\n")}\n`).toBeLessThanOrEqual(parts[part]!);
  });
  it("are read from blocks and lines, not from strings", () => {
    const text = 'const url = "https://x.y/*";\n/** Whoever reads. */\ncall(); //\tgoes on\nconst glob = "a/**/b";\n';
    expect(readComments(text).map(findDialect)).toEqual([["Whoever -> user"], ["goes on -> continue"]]);
  });
});

it("no code declares a renamed name", () => {
  const names = Object.keys(RENAMED).join("|");
  const declared = new RegExp(`\\b(?:const|let|function|class|interface|type) (?:${names})\\b`, "g");
  const found = files.flatMap((file) => [...read(file).matchAll(declared)].map(([text]) => `${file}: ${text}`));
  expect(found).toEqual([]);
});
