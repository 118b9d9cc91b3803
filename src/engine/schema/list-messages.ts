/** Messages of findings about lists, in both languages. */
export const listMessages = {
  noPeriod: (name: string) => ({
    zh: `"${name}" 不能按天或按月分组：须是列表可筛选的时刻字段`,
    en: `"${name}" cannot be grouped by day or month: only an instant that the list may be filtered by`,
  }),
  shareWithoutReceipt: () => ({
    zh: '发送的内容是 "x-receipt" 的各行，实体却没有写',
    en: 'what is sent are the lines of "x-receipt", which the entity does not have',
  }),
  notYesNo: (name: string) => ({
    zh: `"${name}" 不是是非字段，不能加星标`,
    en: `"${name}" is no yes/no field, so it cannot be a star`,
  }),
  noListedSum: (name: string) => ({
    zh: `"${name}" 不在 x-list.sums 中，服务器不会合计它`,
    en: `"${name}" is not in x-list.sums, so the server does not sum it`,
  }),
  endlessRows: (name: string) => ({
    zh: `"${name}" 的行里又是同样的行，没有尽头`,
    en: `the rows of "${name}" hold rows of their own kind without end`,
  }),
  rowsUnsaid: (name: string) => ({
    zh: `"${name}" 没有说明每一项是什么：写 "items"：多行用 "type": "object" 和 "properties"，多个值用 "type": "string" 或 "integer"`,
    en: `"${name}" does not say what it holds: give it "items", with "type": "object" and "properties" for rows, with "type": "string" or "integer" for plain values`,
  }),
  plainRows: (name: string) => ({
    zh: `"${name}" 的行没有字段：写 "type": "object" 和 "properties"；多个值写 "type": "string" 或 "integer"`,
    en: `the rows of "${name}" have no fields: give them "type": "object" and "properties"; plain values have "type": "string" or "integer"`,
  }),
  noItem: (name: string) => ({
    zh: `"${name}" 的每一项需要字段才有的词（币种、是否、密码）：改用多行，每行一个字段（"type": "object"，"properties": { … }）`,
    en: `an item of "${name}" needs words that only a field has (a currency, yes or no, a password): use rows with one field each ("type": "object", "properties": { … })`,
  }),
  listedItems: (name: string) => ({
    zh: `"${name}" 可选多个，选项须直接写在 "x-options" 里；来自参照列表的，改用多行，每行一个字段`,
    en: `"${name}" takes several choices, which "x-options" names itself; for choices of a reference list use rows with one field each`,
  }),
  uniqueList: (name: string) => ({
    zh: `"${name}" 是列表，两条记录的列表不比较；同一列表内不重复用 "uniqueItems"`,
    en: `"${name}" is a list, and lists of two records are not compared; "uniqueItems" keeps an item from standing there twice`,
  }),
  recordField: (keyword: string, instead?: string) => ({
    zh: `"${keyword}" 只用于记录自己的字段，不用于列表的行${instead === undefined ? "" : `；行里用 "${instead}"`}`,
    en: `"${keyword}" is for a record's own field, not for a field of rows${instead === undefined ? "" : `; in rows use "${instead}"`}`,
  }),
  plainLogic: (name: string, keyword: string) => ({
    zh: `"${name}" 的每一项是一个值，没有字段；"${keyword}" 写在记录上，或用多行的列表`,
    en: `an item of "${name}" is a value without fields; "${keyword}" belongs to the record, or to a list of rows`,
  }),
  fillsOfSeveral: (name: string) => ({
    zh: `"${name}" 有多个文件，"fills" 只用于一个文件`,
    en: `"${name}" holds several files, and "fills" is of one file`,
  }),
  noDiscriminator: () => ({
    zh: '看不出是哪一种情形：每种情形的 "properties" 里要有同一个字段，各写不同的 "const"',
    en: 'nothing says which way it is: the "properties" of each way need one and the same field, each with another "const"',
  }),
  looseBranch: (keyword: string, others: readonly string[]) => ({
    zh: `"${keyword}" 要和 ${others.map((item) => `"${item}"`).join(" 或 ")} 一起写`,
    en: `"${keyword}" requires ${others.map((item) => `"${item}"`).join(" or ")}`,
  }),
  branchField: (name: string) => ({
    zh: `"${name}" 已经定义过，而且定义不同；换一个名称，或写成一样`,
    en: `"${name}" is defined already, and otherwise; give it another name, or the same definition`,
  }),
  branchLimit: (name: string) => ({
    zh: `对 "${name}" 的限制不能只在某种情形下成立；改用 "x-rules"，它有 "when" 和提示文字`,
    en: `a limit of "${name}" cannot hold in one way alone; use "x-rules", which has "when" and a message`,
  }),
  sortedByList: (name: string) => ({
    zh: `"${name}" 有多个值，没有先后，不能按它排序`,
    en: `"${name}" has several values and no order, so nothing can be sorted by it`,
  }),
  sortedByRows: (name: string) => ({
    zh: `"${name}" 是多行的列表，不能按它排序`,
    en: `"${name}" is a list of rows, so nothing can be sorted by it`,
  }),
  searchedByRows: (name: string) => ({
    zh: `"${name}" 是多行的列表，不能按它搜索或筛选`,
    en: `"${name}" is a list of rows, so nothing can be searched or filtered by it`,
  }),
};
