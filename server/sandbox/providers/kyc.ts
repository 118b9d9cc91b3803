/** The people who check applications for certification (`kyc.review`). A name with 驳回 or REJECT fails, one with 补件 or RFI is asked for more once; all others pass. */
import type { Row } from "../../../src/engine/index.ts";
import { step, type Provider, type ProviderStep, type Speed, type Stage } from "./provider.ts";

/** How long a check takes, in milliseconds of the product's clock. */
const WAITS: Readonly<Record<Speed, number>> = { instant: 0, fast: 1_500, normal: 20_000 };

const FAILED = "提交的资料与登记信息不一致 / the documents do not agree with the register";
const MORE = "请补充清晰的证件影像 / please supply readable copies";

/** The names that the outcome goes by. */
const nameOf = (record: Row): string => [record["companyName"], record["personName"]].filter((name) => typeof name === "string").join(" ");

/** What is asked for: of a company its licence, of everybody the front of the ID card. */
const asked = (record: Row): Row[] => [
  ...(record["subject"] === "company" ? [{ field: "licence", reason: "营业执照影像不清晰 / the copy of the licence is not readable" }] : []),
  { field: "idFront", reason: "证件影像有反光 / the copy of the document has a glare" },
];

function review({ record, speed }: Stage): ProviderStep[] {
  const wait = WAITS[speed];
  const name = nameOf(record);
  if (/驳回|REJECT/i.test(name)) return [step("fail", wait, { reason: FAILED, asked: asked(record) })];
  // Who was asked once and answered is not asked again.
  if (/补件|RFI/i.test(name) && record["asked"] === undefined) return [step("askMore", wait, { reason: MORE, asked: asked(record) })];
  return [step("pass", wait)];
}

export const kyc: Provider = { job: "kyc.review", script: review };
