/** Messages of findings about pages and about names across files, in both languages. */
import type { LocalizedMessage } from "../rules/rule-messages.ts";

export const folderMessages = {
  samePath: (path: string) => ({ zh: `有两个页面的路径都是 "${path}"`, en: `two pages have the path "${path}"` }),
  sameArea: (menu: string) => ({ zh: `菜单 "${menu}" 已在另一处列出`, en: `the menu "${menu}" is listed twice` }),
  noMenuPage: (path: string) => ({
    zh: `pages.json 里没有路径为 "${path}" 且带 "menu" 的页面`,
    en: `no page of pages.json with a "menu" has the path "${path}"`,
  }),
  sameKey: (key: string) => ({
    zh: `“新建”中有两项的快捷键都是 "${key}"`,
    en: `two entries of “New” have the key "${key}"`,
  }),
  sameId: (id: string) => ({ zh: `有两个页面的 id 都是 "${id}"`, en: `two pages have the id "${id}"` }),
  sameTab: (path: string, id: string) => ({
    zh: `"${path}" 有两个标签页的 id 都是 "${id}"`,
    en: `two tabs of "${path}" have the id "${id}"`,
  }),
  pageShows: (shown: readonly string[]) => ({
    zh: `页面只能写 "screen"、"call"、"view"、"tabs" 之一，或者重定向；这里${shown.length === 0 ? "一个也没有" : `写了 ${shown.join(" 和 ")}`}`,
    en: `a page shows one of "screen", "call", "view" and "tabs", or redirects; this one has ${shown.length === 0 ? "none" : shown.join(" and ")}`,
  }),
  silentCall: (call: string) => ({
    zh: `页面显示 "${call}" 的表单，但它的 "x-form" 没有完成时说的 "said"`,
    en: `a page shows the form of "${call}", but its "x-form" has no "said", the message after it was sent`,
  }),
  taken: (what: string, by: LocalizedMessage) => ({
    zh: `${what} 已被${by.zh}使用`,
    en: `${what} is taken by ${by.en}`,
  }),
  entityUnlabelled: (name: string) => ({
    zh: `实体没有 "x-label": { "zh": "…", "en": "…" }；用户看到的是 "${name}"`,
    en: `the entity has no "x-label": { "zh": "…", "en": "…" }; people read "${name}"`,
  }),
  eventUnlabelled: (event: string) => ({
    zh: `事件 "${event}" 没有 "label": { "zh": "…", "en": "…" }`,
    en: `the event "${event}" has no "label": { "zh": "…", "en": "…" }`,
  }),
  noMenu: (menu: string) => ({
    zh: `pages.json 里没有页面属于菜单 "${menu}"`,
    en: `no page of pages.json has the menu "${menu}"`,
  }),
  noPage: (path: string) => ({
    zh: `pages.json 里没有路径为 "${path}" 的页面`,
    en: `no page of pages.json has the path "${path}"`,
  }),
  noView: (entity: string, view: string) => ({
    zh: `"${entity}" 没有名为 "${view}" 的视图（"x-views"）`,
    en: `"${entity}" has no view "${view}" in its "x-views"`,
  }),
  noTab: (path: string, tab: string) => ({
    zh: `页面 "${path}" 没有标签 "${tab}"`,
    en: `the page "${path}" has no tab "${tab}"`,
  }),
  noJob: (job: string) => ({ zh: `没有名为 "${job}" 的任务`, en: `there is no job "${job}"` }),
  noFileType: (type: string, known: readonly string[]) => ({
    zh: `服务器不认识文件类型 "${type}"；可用 ${known.join("、")}`,
    en: `the server recognises no file type "${type}"; known are ${known.join(", ")}`,
  }),
  jobFields: (job: string, fields: readonly string[]) => ({
    zh: `任务 "${job}" 需要字段 ${fields.map((name) => `"${name}"`).join("、")}，这个实体没有`,
    en: `the job "${job}" needs the ${fields.length === 1 ? "field" : "fields"} ${fields.map((name) => `"${name}"`).join(", ")}, which this entity does not have`,
  }),
  notAsked: (name: string) => ({
    zh: `列表或详情显示 "${name}"，但 "x-form" 没有分区让人填写它`,
    en: `a list or a detail shows "${name}", but no section of "x-form" asks for it`,
  }),
  noGrant: (grant: string) => ({
    zh: `"${grant}" 既不是 pages.json 的菜单，也没有生命周期用到它`,
    en: `"${grant}" is neither a menu of pages.json nor asked for by a lifecycle`,
  }),
} satisfies Record<string, (...params: never[]) => LocalizedMessage>;

/** Descriptions of the call or entity that already uses a path or number prefix. */
export const takers = {
  call: (name: string) => ({ zh: `调用 "${name}"`, en: `the call "${name}"` }),
  callOf: (call: string, entity: string) => ({ zh: ` "${entity}" 的 "${call}" `, en: `"${call}" of "${entity}"` }),
  numbersOf: (entity: string) => ({ zh: ` "${entity}" 的编号`, en: `the numbers of "${entity}"` }),
} satisfies Record<string, (...params: never[]) => LocalizedMessage>;
