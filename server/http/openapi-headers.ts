import { pickText, type CallPlan, type EngineTexts, type Lang } from "@portolan/engine";
import type { Route } from "./call.ts";
import {
  KEY_HEADER,
  canMoveMoney,
  requiresKey,
  requiresProof,
  PROOF_HEADER,
  REPLAYED_HEADER,
  acceptsKey,
  acceptsProof,
  TICKET_HEADER,
  WARNING_HEADER,
} from "./call-headers.ts";
import { text, type Parameter } from "./openapi-schema.ts";

/** Returns the headers that the call accepts besides those of the session. */
export function describeHeaders(route: Route, method: CallPlan["method"], lang: Lang): Parameter[] {
  const header = (name: string, required: boolean, description: string): Parameter => ({
    name,
    in: "header",
    required,
    schema: text,
    description,
  });
  return [
    ...(acceptsKey(route)
      ? [header(capitalizeHeader(KEY_HEADER), requiresKey(route, method), pickText(HEADERS.key, lang))]
      : []),
    ...(acceptsProof(route) ? [header(PROOF_HEADER, requiresProof(route), pickText(HEADERS.proof, lang))] : []),
    ...(route.call.name === "export"
      ? [header(capitalizeHeader(TICKET_HEADER), false, pickText(HEADERS.ticket, lang))]
      : []),
  ];
}

/** Returns the headers of the 200 response. */
export function describeResponseHeaders(route: Route, lang: Lang): Record<string, unknown> {
  if (!acceptsKey(route)) return {};
  const named = {
    [capitalizeHeader(REPLAYED_HEADER)]: { description: pickText(HEADERS.replayed, lang), schema: { const: "true" } },
  };
  return {
    headers: canMoveMoney(route)
      ? {
          ...named,
          [capitalizeHeader(WARNING_HEADER)]: {
            description: pickText(HEADERS.warning, lang),
            schema: { const: "missing" },
          },
        }
      : named,
  };
}

/** Returns a header name in its usual case: `Idempotency-Key`. */
const capitalizeHeader = (name: string): string => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

/** Descriptions of headers, and of the parameter `whole`. */
export const HEADERS: Record<"key" | "proof" | "replayed" | "ticket" | "warning" | "whole", EngineTexts> = {
  whole: {
    zh: "完整账号：被遮盖的内容以全文写入文件，需要 proof。",
    en: "Full account numbers: the file has masked values in full. Requires a proof.",
  },
  key: {
    zh: "1 到 200 个可见 ASCII 字符。同一用户 48 小时内用同一个键重复发送同一请求，只执行一次，得到第一次的回答。建议用 UUIDv7：它带有时间，超过 48 小时即被拒绝（4146），不会再次执行；其他形式的键超过 48 小时会再次执行。没有键时，2 秒内的相同请求只算一次。",
    en: "1 to 200 visible ASCII characters. The same call of the same user under the same key happens once within 48 hours and gets the first answer. Use a UUIDv7: it carries its time, so that one older than 48 hours is refused (4146) and never executed again, as any other key is. Without a key, equal calls within 2 seconds are one.",
  },
  ticket: {
    zh: "给这份导出起的名字：排队时可凭它查询 GET /mer/own/export/line。同一用户一次只生成一份，其余依次等待。",
    en: "Names this export, so that GET /mer/own/export/line can say whether it waits: a user has one at a time, the others wait in line.",
  },
  proof: {
    zh: "POST /mer/other2/checkPassword 给出的凭证：只对这个请求和这份内容有效，2 分钟内使用一次。",
    en: "From POST /mer/other2/checkPassword: good for exactly this call and body, once, within 2 minutes.",
  },
  replayed: { zh: "这是同一个键的第一次回答。", en: "This is the first answer under the same key." },
  warning: {
    zh: "动用资金的请求没有带 Idempotency-Key。",
    en: "The call moves money and came without an Idempotency-Key.",
  },
};
