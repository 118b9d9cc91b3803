/** Requests to the development server. */
import {
  API,
  type Items,
  type Mend,
  type Open,
  type DerivedCode,
  type PreviewCall,
  type Reach,
  type Refused,
  type Save,
  type Sheets,
  type Tried,
  type Try,
  type Verdicts,
  type Whole,
} from "../protocol.ts";
import type { EntityPlan, Lang, Row, Texts } from "@portolan/engine";

async function requestJson<T>(path: string, body?: unknown): Promise<{ ok: boolean; value: T }> {
  const response = await fetch(
    `${API}/${path}`,
    body === undefined
      ? {}
      : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) },
  );
  if (response.status >= 500)
    throw new Error(((await response.json().catch(() => ({}))) as { message?: string }).message ?? response.statusText);
  return { ok: response.ok, value: (await response.json()) as T };
}
const requestRequired = async <T>(path: string, body?: unknown): Promise<T> => {
  const { ok, value } = await requestJson<T>(path, body);
  if (!ok) throw new Error(`${path}: ${JSON.stringify(value)}`);
  return value;
};

export const api = {
  items: () => requestRequired<Items>("items"),
  file: (path: string) =>
    requestRequired<{ text: string }>(`file?path=${encodeURIComponent(path)}`).then(({ text }) => text),
  try: (item: Try) => requestRequired<Tried>("try", item),
  verdicts: (v: number) => requestRequired<Verdicts>(`verdicts?v=${v}`),
  unguarded: (v: number) => requestRequired<Open>(`unguarded?v=${v}`),
  whole: (item: Try & { v: number }) => requestRequired<Whole>("whole", item),
  /** Saves a file. Returns the refusal, or undefined on success. */
  save: async (item: Save): Promise<Refused | undefined> => {
    const { ok, value } = await requestJson<Refused>("save", item);
    return ok ? undefined : value;
  },
  mend: (item: Mend) => requestRequired<{ text: string }>("cases", item).then(({ text }) => text),
  reaches: (v: number, field: string) => requestRequired<Reach[]>(`reaches?v=${v}&field=${field}`),
  entity: (v: number, name: string) =>
    requestRequired<{ plan: EntityPlan; texts: Record<Lang, Texts> }>(`entity?v=${v}&name=${name}`),
  call: (call: PreviewCall) => requestRequired<Row>("call", call),
  sheets: (v: number, lang: Lang) => requestRequired<Sheets>(`sheets?v=${v}&lang=${lang}`),
  outside: (v: number) => requestRequired<DerivedCode>(`outside?v=${v}`),
};
/** Returns a download URL. */
export const download = (v: number, what: "export" | "template", lang: Lang): string =>
  `${API}/download?v=${v}&what=${what}&lang=${lang}`;
