/** Messages of findings about nested objects, in both languages. */
const example = (name: string, own = "city") => `${name}.${own}`;

export const objectMessages = {
  wholeObject: (name: string, field: string) => ({
    zh: `"${name}" 是嵌套对象，这里要写其中的一个字段，例如 "${field}"`,
    en: `"${name}" is a nested object; name one of its fields here, such as "${field}"`,
  }),
  emptyObject: (name: string) => ({
    zh: `"${name}" 没有字段：在 "properties" 里写明`,
    en: `"${name}" has no fields: give it "properties"`,
  }),
  objectInRows: (name: string) => ({
    zh: `列表的行里没有嵌套对象：把 "${name}" 的字段直接写在行里`,
    en: `rows of a list hold no nested object: write the fields of "${name}" into the row`,
  }),
  objectInCall: (name: string) => ({
    zh: `调用的请求里没有嵌套对象：把 "${name}" 的字段直接写在请求里`,
    en: `the request of a call holds no nested object: write the fields of "${name}" into the request`,
  }),
  objectInBranch: (name: string) => ({
    zh: `嵌套对象不能只属于一种情形：把 "${name}" 写在记录的 "properties" 里，其中的字段用 "x-show" 按条件显示`,
    en: `no nested object belongs to one way alone: write "${name}" into the record's "properties" and show its fields by "x-show"`,
  }),
  rowsInObject: (name: string) => ({
    zh: `嵌套对象里没有多行的列表：把 "${name}" 写在记录的 "properties" 里，与该对象并列`,
    en: `a nested object holds no list of rows: write "${name}" into the record's "properties", beside the object`,
  }),
  wordOfObject: (name: string, keyword: string) => ({
    zh: `"${keyword}" 不写在嵌套对象 "${name}" 里：写在记录上，字段用路径，例如 "${example(name)}"；一个字段自己的词写在那个字段里`,
    en: `"${keyword}" is not allowed in the nested object "${name}": put it at the record, with the path of a field, such as "${example(name)}", or in the field itself`,
  }),
  requiredObject: (name: string) => ({
    zh: `"${name}" 必填，但其中没有必填的字段：在它自己的 "required" 里写明`,
    en: `"${name}" must be filled, but none of its fields must: name them in its own "required"`,
  }),
  formerlyOfRecord: (name: string) => ({
    zh: `"x-formerly" 只用于保存在记录里的字段；"${name}" 在列表的行或调用的请求里`,
    en: `"x-formerly" is for stored fields of a record; "${name}" is a field of a row or of the request of a call`,
  }),
  formerlyTaken: (former: string, field: string) => ({
    zh: `以前的名称 "${former}" 属于字段 "${field}"：已保存的值只能搬到一个字段`,
    en: `the former name "${former}" belongs to the field "${field}": stored values move to one field alone`,
  }),
  endlessObject: (name: string) => ({
    zh: `"${name}" 里又是同样的对象，没有尽头`,
    en: `"${name}" holds objects of its own kind without end`,
  }),
};
