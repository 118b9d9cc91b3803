/** Describes where code uses a field: calls, rules, other schemas and the table. */
import { transitionExpressions } from "../../src/payments/compiler.ts";
import { listProjected, getTableName, type CallPlan, type Expression, type Lang } from "../../src/engine/index.ts";
import { isAsked, isGiven } from "./changes/change.ts";
import { hydrateCompiled } from "./hydrate-compiled.ts";
import { createReach, type Explained, type Reach } from "./reach.ts";

/** Describes the calls that accept or return the field. */
export function* describeCalls({ schemas, compiled: { plan }, path, top }: Explained): Generator<Reach> {
  const route = ({ method, path: to }: CallPlan) => `${method} ${to}`;
  const own = schemas.calls.get(plan.name);
  if (plan.source === "call" && own) {
    yield top.local
      ? createReach("call", "只在页面上检查，不发送", "checked in the page and never sent")
      : createReach("call", `调用 ${route(own.call)} 收到它`, `taken by ${route(own.call)}`);
    return;
  }
  const takes = ["create", "update", "import"].flatMap((name) => plan.calls[name] ?? []);
  const gives = ["list", "detail", "export"].flatMap((name) => plan.calls[name] ?? []);
  const events = new Set(
    (plan.lifecycle?.transitions ?? [])
      .filter(({ needs, takes: may = [] }) => needs.includes(top.name) || may.includes(top.name))
      .map(({ on }) => on),
  );
  const callers = Object.values(plan.calls).filter((call) => call.events.some((event) => events.has(event)));
  const taking = [...new Set([...(top.readOnly ? [] : takes), ...callers])];
  if (isAsked(plan, path, top) && taking.length > 0)
    yield createReach("call", `${taking.map(route).join("、")} 收到它`, `taken by ${taking.map(route).join(", ")}`);
  if (isGiven(plan, top) && gives.length > 0)
    yield createReach("call", `${gives.map(route).join("、")} 返回它`, `given by ${gives.map(route).join(", ")}`);
}

/** Describes the rules, conditions, computed fields and events that read the field. */
export function* describeRules({ compiled: { plan, texts }, path, top }: Explained): Generator<Reach> {
  const reads = (...all: (Expression | undefined)[]) =>
    all.some((expression) =>
      expression?.reads.some(
        (read) => read === `self.${path}` || read.startsWith(`self.${top.name}.`) || read === `self.${top.name}`,
      ),
    );
  for (const { id, at, when, assert, min, max, warns } of plan.rules) {
    if (at !== path && !reads(when, assert, min, max)) continue;
    const format = (lang: Lang) => (texts[lang][`rule.${id}`] ?? id).replace(/\{\w+\}/g, "…");
    yield createReach(
      "rule",
      `${warns ? "提醒" : "规则"}“${format("zh")}”（${id}）`,
      `${warns ? "the warning" : "the rule"} "${format("en")}" (${id})`,
    );
  }
  for (const [kind, zh, en] of [
    ["show", "显示", "is shown"],
    ["require", "必填", "must be filled"],
  ] as const) {
    for (const { field, expression } of plan[kind])
      if (field === path || reads(expression))
        yield createReach(kind, `${field} ${zh}的条件：${expression.source}`, `${field} ${en} if ${expression.source}`);
  }
  for (const field of plan.fields)
    if (reads(field.compute))
      yield createReach(
        "computes",
        `${field.name} 由它算出：${field.compute!.source}`,
        `${field.name} is computed of it: ${field.compute!.source}`,
      );
  const moves = (plan.lifecycle?.transitions ?? []).filter((transition) => reads(...transitionExpressions(transition)));
  for (const { on } of moves)
    yield createReach(
      "event",
      `“${texts.zh[`event.${on}`] ?? on}”用到它`,
      `"${texts.en[`event.${on}`] ?? on}" goes by it`,
    );
}

/** Describes the schemas that reference the field. */
export function* describeReferences({ schemas, compiled: { plan }, top }: Explained): Generator<Reach> {
  const held = [...schemas.entities.values(), ...[...schemas.calls.values()].map(({ request }) => request)].flatMap(
    ({ plan: other }) => other.fields.map((field) => ({ other, field })),
  );
  for (const { other, field } of held) {
    const { ref, options } = field;
    if (
      ref?.entity === plan.name &&
      (Object.values(ref.copies).includes(top.name) || ref.label.includes(`{${top.name}}`))
    )
      yield createReach(
        "copied",
        `${other.name}.${field.name} 选中记录时抄用`,
        `copied where ${other.name}.${field.name} names a record`,
      );
    if (
      options &&
      "list" in options &&
      options.list === plan.name &&
      (Object.values(options.fills).includes(top.name) || top.name in options.params)
    )
      yield createReach(
        "copied",
        `${other.name}.${field.name} 的选项用到它`,
        `used by the choices of ${other.name}.${field.name}`,
      );
  }
  for (const { plan: other } of schemas.entities.values()) {
    for (const member of other.union ?? [])
      if (member.entity === plan.name && (Object.values(member.map).includes(top.name) || top.name in member.where))
        yield createReach("union", `合并列表 ${other.name}`, `the joined list ${other.name}`);
    for (const related of other.detail.related ?? [])
      if (related.entity === plan.name && top.name in related.where)
        yield createReach("related", `${other.name} 详情下的列表`, `the lists below the detail of ${other.name}`);
    for (const link of other.links ?? [])
      if (other.name === plan.name && link.to.includes(`{${top.name}}`))
        yield createReach("link", `按钮链接 ${link.to}`, `the link ${link.to}`);
  }
}

/** Describes the column that stores the field. */
export function* describeStorage({ compiled, top }: Explained): Generator<Reach> {
  const { plan } = compiled;
  if (plan.source !== "store") return;
  if (top.local) {
    yield createReach("stored", "不存储", "not stored");
    return;
  }
  const entity = hydrateCompiled(compiled);
  const column = top.name === plan.key ? undefined : listProjected(entity).get(top.name);
  const table = getTableName(entity);
  yield column
    ? createReach(
        "stored",
        `表 ${table} 的列 ${column.column}（${column.type}）`,
        `column ${column.column} (${column.type}) of the table ${table}`,
      )
    : createReach(
        "stored",
        `表 ${table} 的${top.name === plan.key ? "键 id" : "记录内"}`,
        top.name === plan.key ? `the key id of the table ${table}` : `inside the record, in the table ${table}`,
      );
}
