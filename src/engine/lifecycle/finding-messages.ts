/** Messages of all findings about an entity, its calls, its receipt and its lifecycle, in both languages. */
import type { MessageCatalogue } from "../rules/rule-messages.ts";

export const lifecycleMessages = {
  // Entities and their calls.
  soleWithoutNumber: () => ({
    zh: '单一记录按它的 "number" 和租户编号存放，因此需要 "number" 和一张表',
    en: 'a sole record is stored under its "number" and the tenant\'s, so it needs "number" and a table',
  }),
  nameNotFile: (name: string) => ({
    zh: `文件名是 "${name}.json"，实体就叫 "${name}"`,
    en: `the file is called "${name}.json", so its entity is "${name}"`,
  }),
  wrongId: (expected: string) => ({
    zh: `这个文件的地址是 "${expected}"`,
    en: `the address of this file is "${expected}"`,
  }),
  unionWithoutMembers: () => ({
    zh: '"source": "union" 和 "union": [成员] 要一起写',
    en: '"source": "union" and "union": [members] go together',
  }),
  createWithoutUnion: () => ({
    zh: '"x-create" 只用于合并（"source": "union"）',
    en: '"x-create" is only for a union ("source": "union")',
  }),
  notReference: (name: string) => ({
    zh: `"${name}" 没有 "x-ref"，不指向另一条记录`,
    en: `"${name}" has no "x-ref": it refers to no other record`,
  }),
  waitingWithoutUnion: () => ({
    zh: '"waiting" 只用于合并（"source": "union"）',
    en: '"waiting" is only for a union ("source": "union")',
  }),
  unionUnsorted: (field: string) => ({
    zh: `列表按 "${field}" 排序，成员里就只能对应一个字段，否则没有索引可用`,
    en: `the list sorts by "${field}", so a member maps it to one field, or no index has its order`,
  }),
  unionNotKept: (entity: string, field: string) => ({
    zh: `列表要用 "${field}"，但 "${entity}" 没有它的列：写进它的 "x-list"（columns、filters、search、sort 或 sums）`,
    en: `the list reads "${field}", but "${entity}" keeps no column of it: name it in its "x-list" (columns, filters, search, sort or sums)`,
  }),
  receiptWithoutLifecycle: () => ({
    zh: '没有生命周期的记录没有回单，只有信息单：写上它的 "name"',
    en: 'a record without a lifecycle has no receipt, only a sheet of facts: give it a "name"',
  }),
  queueWithoutEvent: () => ({
    zh: '"queue" 要写明读取时触发哪个 "event"',
    en: 'a "queue" must name the "event" that reading it fires',
  }),
  callWithoutEvent: (name: string, plain: readonly string[]) => ({
    zh: `"${name}" 不是通用调用（${plain.join("、")}），必须写明它的 "event"`,
    en: `"${name}" is none of the built-in calls (${plain.join(", ")}), so it must name its "event"`,
  }),
  touchesWithoutUpdate: () => ({
    zh: '有转换写了 "touches"，却没有触发它的调用 "update"',
    en: 'a transition has "touches", but there is no call "update" to fire it',
  }),
  editWithoutTouches: (event: string) => ({
    zh: `修改记录不会触发 "${event}"：它没有 "touches"`,
    en: `no change of a record fires "${event}": it has no "touches"`,
  }),
  eventWithoutSaid: (event: string) => ({
    zh: `用户会触发 "${event}"，却没有说明做了什么；"said" 是中英文各一句话`,
    en: `a user fires "${event}", but no text reports the result; add "said", a sentence in both languages`,
  }),
  noticeMissing: (event: string) => ({
    zh: `"${event}" 会通知用户，却没有 "notice"：中英文各一句，写明谁、多少`,
    en: `"${event}" notifies users, but has no "notice": a sentence in both languages that says who and how much`,
  }),
  moneyUnsaid: (event: string) => ({
    zh: `"${event}" 动过钱，通知要用 {money} 说明钱在哪里`,
    en: `"${event}" moved money, so its notice says with {money} where it is`,
  }),
  pathTwice: (path: string, call: string) => ({
    zh: `"${path}" 已经是调用 "${call}"`,
    en: `"${path}" is already the call "${call}"`,
  }),

  // Lifecycles.
  notAnAxis: (name: string) => ({
    zh: `"${name}" 不能作为另一条状态轴：那是只读、类别为 "status"、x-options 固定的字段`,
    en: `"${name}" is no further axis: that is a read-only field of kind "status" with fixed x-options`,
  }),
  axisUnsaid: (name: string) => ({ zh: `没有写 "${name}"`, en: `says nothing of "${name}"` }),
  axisWithoutBeginning: (name: string) => ({
    zh: `创建要写明每条状态轴从哪里开始；缺少 "${name}"`,
    en: `a creation says where every axis begins; "${name}" is not there`,
  }),
  notAnInstant: (type: string) => ({
    zh: `结果的类型是 ${type}，这里需要日期或时刻`,
    en: `the result is ${type}, but a date or an instant is needed here`,
  }),
  clockWithoutAfter: () => ({
    zh: '"by": "clock" 要和 "after" 或 "at" 之一一起写',
    en: '"by": "clock" goes together with either "after" or "at"',
  }),
  unknownEventWord: (name: string) => ({
    zh: `事件带来的数据里没有 "${name}"`,
    en: `nothing that the event brings is known as "${name}"`,
  }),
  touchesReadOnly: (name: string) => ({
    zh: `"${name}" 不能修改：它是只读的`,
    en: `nobody changes "${name}": it is read-only`,
  }),
  touchesOnce: (name: string) => ({
    zh: `"${name}" 不能修改：它只在创建时填写`,
    en: `nobody changes "${name}": it is set at creation only`,
  }),
  touchesElsewhere: () => ({
    zh: '"touches" 只用于用户对已存记录的转换，且不带 "needs"',
    en: '"touches" is only for a user\'s transition of a stored record, without "needs"',
  }),
  orWithoutGrant: () => ({
    zh: '"or": "maker" 写在有 "grant"、没有 "not" 的转换上，从已存的记录出发',
    en: '"or": "maker" goes with "grant" and without "not", at a transition of a stored record',
  }),
  soleWithoutMaker: () => ({
    zh: '"sole" 只用于用户对已存记录的审核，制单人不能触发（"not": "maker"），且不带 "needs"',
    en: '"sole" is only for a user\'s review of a stored record that its maker may not fire ("not": "maker"), without "needs"',
  }),
  endUnnoticed: (event: string) => ({
    zh: `"${event}" 使记录到达终态，制单人却收不到通知；写上 "notify": true`,
    en: `"${event}" leads to a final state, but its maker gets no notice; write "notify": true`,
  }),
  eventTwice: (event: string) => ({
    zh: `"${event}" 从同一状态出发的前一个转换总会先成立；给前一个写上 "when"，或合并两者`,
    en: `an earlier transition of "${event}" from the same state always comes first; give that one a "when", or merge the two`,
  }),
  leavesFinal: (state: string) => ({
    zh: `"${state}" 是终态，这个转换却从它出发`,
    en: `"${state}" is final, but this transition leaves it`,
  }),
  unreachable: (state: string) => ({
    zh: `没有转换能到达状态 "${state}"`,
    en: `no transition leads to the state "${state}"`,
  }),
  deadTransition: (event: string) => ({
    zh: `没有路径能到达 "${event}" 的起点`,
    en: `no way leads to where "${event}" begins`,
  }),
} satisfies MessageCatalogue;
