/** Chinese names of the things that an unknown name can refer to, by English name. */
export const SUBJECTS = {
  field: "字段",
  entity: "实体",
  call: "调用",
  event: "事件",
  option: "选项",
  state: "状态",
  axis: "状态轴",
  currency: "币种",
  constant: "常量",
  code: "校验代码",
  placeholder: "占位符",
  failure: "失败提示",
  "shared file": "共享文件",
  definition: "定义",
  page: "页面",
  screen: "页面组件",
  icon: "图标",
  view: "视图",
  "view type": "视图类型",
  fact: "事实",
  "context with rows": "有多行的上下文",
} as const;
/** What an unknown name can refer to. */
export type FindingSubject = keyof typeof SUBJECTS;
export const SUBJECT_NAMES = Object.keys(SUBJECTS) as FindingSubject[];
