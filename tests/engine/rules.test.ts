import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileExpression } from "../../src/engine/rules/compile.ts";
import { Decimal } from "../../src/engine/base/decimal.ts";
import { CelDate, type Handler, createEnvironment } from "../../src/engine/rules/environment.ts";
import { evaluate, isTouched, UNKNOWN } from "../../src/engine/rules/evaluate.ts";
import { findNearest } from "../../src/engine/rules/names.ts";
import { listMeant } from "../../src/engine/rules/rule-messages.ts";
import { RuleError, type RuleTypes } from "../../src/engine/rules/types.ts";

const types: RuleTypes = {
  minorUnits: { CNY: 2, JPY: 0 },
  zone: { name: "Asia/Shanghai", offsetMinutes: 480 },
  roots: {
    self: {
      record: {
        amount: "Decimal",
        fee: "Decimal",
        count: "int",
        other: "int",
        name: "string",
        type: "string",
        in: "string",
        flag: "bool",
        birth: "date",
        expiry: "date",
        at: "timestamp",
        currency: "string",
        status: { values: ["done", "failed"] },
        tags: "list<string>",
        numbers: "list<int>",
        parties: {
          list: { record: { share: "Decimal", name: "string", votes: "int", mood: { values: ["good", "bad"] } } },
        },
      },
    },
    channel: { record: { singleMin: "Decimal", rate: "Decimal" } },
    today: "date",
    extra: "map",
  },
};
const compile = (source: string, expected?: string) => compileExpression(source, types, expected);
const run = (source: string, scope: Record<string, unknown>) => evaluate(compile(source), scope);
const failure = (source: string, expected?: string): RuleError => {
  try {
    compile(source, expected);
  } catch (error) {
    if (error instanceof RuleError) return error;
    throw error;
  }
  throw new Error(`compiles: ${source}`);
};
const at = (source: string) => {
  const { position, end, suggestion } = failure(source);
  return [source.slice(position, end), suggestion];
};

describe("compiling expressions", () => {
  it("reports the position of an unknown name and the closest known one", () => {
    expect(at("self.amont > 1")).toEqual(["amont", "amount"]);
    expect(at("slf.amount > 1")).toEqual(["slf", "self"]);
    expect(at("has(self.fe)")).toEqual(["self.fe", "fee"]);
    expect(at("self.parties.all(p, p.shar > 1)")).toEqual(["shar", "share"]);
    expect(at("channel.singleMn > 1")).toEqual(["singleMn", "singleMin"]);
    expect(at("rond(self.amount, 'CNY') > 1")).toEqual(["rond(self.amount, 'CNY')", "round"]);
    expect(at("round(self.amount, 'CYN') > 1")).toEqual(["'CYN'", "CNY"]);
    expect(at("self.status == 'dne'")).toEqual(["'dne'", "done"]);
    expect(at("self.status in ['done', 'fialed']")).toEqual(["'fialed'", "failed"]);
    for (const rows of [
      "self.parties.exists(p, p.mood == 'bda')",
      "self.parties[0].mood != 'bda'",
      "self.parties.map(p, p.mood).exists(m, m == 'bda')",
      "'bda' == self.parties[0].mood",
    ])
      expect(at(rows)).toEqual(["'bda'", "bad"]);
    expect(compile("self.status + '!' == 'done!'").type).toBe("bool");
    expect(at("self.name.startWith('a')")).toEqual(["self.name.startWith('a')", "startsWith"]);
    expect(at("amount > 1")).toEqual(["amount", "self.amount"]);
    expect(at("bol == 1")).toEqual(["bol", undefined]);
    expect(
      ["slf.amount > 1", "self.amont > 1", "rond(self.amount, 'CNY') > 1", "round(self.amount, 'CYN') > 1"].map(
        (source) => failure(source).message,
      ),
    ).toEqual([
      'unknown name "slf"; did you mean self?',
      'unknown field "amont"; did you mean amount?',
      'unknown function "rond"; did you mean round?',
      'unknown currency "CYN"; did you mean CNY?',
    ]);
    expect(failure("round(self.amount, 'XX') > 1").message).toBe('unknown currency "XX"; there are: CNY, JPY');
    const many = Array.from({ length: 16 }, (_, index) => `n${index}`);
    expect([
      findNearest("a", []),
      listMeant([], undefined).en,
      listMeant(["b"], "b").en,
      listMeant(many, undefined).en,
      listMeant(many.slice(1), undefined).en.length > 0,
    ]).toEqual([undefined, "", "", "", true]);
  });
  it("rejects inexact or unsupported expressions, with the alternative", () => {
    expect(at("self.amount > 9.5")).toEqual(["9.5", 'decimal("9.5")']);
    expect(at("self.amount == null")).toEqual(["null", "has(...)"]);
    expect(at("self.in == 'x'")).toEqual(["in", '["in"]']);
    expect(failure("1u == 1u").message).toContain("not part of the rule language");
    expect(failure("self.amount > 'x'").message).toBe("types do not fit: Decimal > string");
    expect(failure("self.birth > '2000-01-01'").message).toBe("types do not fit: date > string");
    expect(failure("self.at - self.at == duration('1h')").message).toContain("durations");
    expect(failure("type(self.name) == string").message).toContain("unknown function");
    expect(failure("self.name.matches('[')").message).toContain("Invalid regular expression");
    expect(failure("self.name.lowerAscii() == 'a'").message).toContain("unknown function");
    expect(failure("extra.all(key, true)").message).toBe("all() works on a list");
    expect(at("decimal('1e5') > 1")).toEqual(["'1e5'", '"1234.50"']);
    for (const source of ["self.at > timestamp('2026-01-31')", "self.at > timestamp(self.name)"])
      expect(failure(source).message).toContain("written-out instant");
    expect(failure("self.name.matches('^(a+)+$')").message).toContain("exponentially");
    expect(failure("self.name.matches(self.type)").message).toContain("written out");
    expect(failure("date('2026-02-30') < today").message).toContain("not a date");
    for (const source of ["self.amount >", "self.amount >="])
      expect(failure(source).message).toBe("the expression ends too early");
    expect([at("self.amount = 1"), at("self.amount=1")]).toEqual([
      ["=", "=="],
      ["=", "=="],
    ]);
    expect(failure("(self.amount self.fee)").message).toBe("expected RPAREN, got IDENTIFIER");
    expect(failure("round(self.name, 'CNY') > 1").message).toBe("arguments do not fit: round(string, string)");
    expect(failure("self.parties[0] > 1").message).toBe("types do not fit: self.parties.row > int");
    expect(failure("self.flag ? 1 : 'a'").message).toMatch(/^ternary branches/);
    expect(failure("self.parties.all(p, self.extra)").suggestion).toBeUndefined();
  });
  it("checks the type of the result, and accepts integers as decimals", () => {
    expect(failure("self.amount + 1", "bool").message).toBe("the result is Decimal, but bool is needed here");
    expect(failure("self.name", "Decimal")).toMatchObject({
      message: "the result is string, but Decimal is needed here",
      position: 0,
      end: 9,
    });
    expect(compile("extra.a", "bool").type).toBe("dyn");
    expect(compile("10", "Decimal")).toMatchObject({ type: "Decimal" });
    expect(String(evaluate(compile("10", "Decimal"), {}))).toBe("10");
    expect(compile("self.expiry + 1").type).toBe("date");
    expect(compile("self.at").type).toBe("timestamp");
  });
  it("lists what an expression reads", () => {
    expect(compile("self.amount + self.fee <= channel.singleMin || has(self.name)").reads).toEqual([
      "self.amount",
      "self.fee",
      "channel.singleMin",
      "self.name",
    ]);
    expect(compile("sum(self.parties.map(p, p.share)) <= 100").reads).toEqual(["self.parties.*.share"]);
    expect(compile("self.parties.filter(p, p.votes > 1)[0].name == self['in']").reads).toEqual([
      "self.parties.*.votes",
      "self.parties.*.name",
      "self.in",
    ]);
    expect(compile("self.parties.exists(p, true)").reads).toEqual(["self.parties"]);
    expect(compile("self.count > 0 && self.parties.exists(p, true)").reads).toEqual(["self.count", "self.parties"]);
    for (const source of ["{'a': self.count}.a > 0", "[1, 2][self.count] > 0", "[self.count].all(n, n > 0)"])
      expect([source, compile(source).reads]).toEqual([source, ["self.count"]]);
    expect(compile("self.tags.exists(t, t == self.name)").reads).toEqual(["self.tags.*", "self.name"]);
  });
  it("lists the expressions that a change can affect", () => {
    const rule = compile("sum(self.parties.map(p, p.share)) <= self.amount");
    expect(isTouched(rule, ["self.parties.0.share"])).toBe(true);
    expect(isTouched(rule, ["self.fee", "self.parties"])).toBe(true);
    expect(isTouched(rule, ["self.parties.12"])).toBe(true);
    expect(isTouched(rule, ["self.parties.0.name", "self.amountDue", "self.fee"])).toBe(false);
    expect(isTouched(compile("size(self.tags) > 0"), ["self.tags.3"])).toBe(true);
  });
  it("produces JSON", () => {
    const expression = compile("round(self.amount * decimal('0.1') / 3, self.currency) > 9007199254740993 ? 'a' : 'b'");
    expect(JSON.parse(JSON.stringify(expression))).toEqual(expression);
    expect(
      evaluate(JSON.parse(JSON.stringify(expression)), { self: { amount: Decimal.of("30"), currency: "CNY" } }),
    ).toBe("b");
  });
});

describe("evaluating expressions", () => {
  const self = {
    amount: Decimal.of("2000.00"),
    fee: Decimal.of("5.00"),
    count: 7n,
    birth: "2000-02-29",
    expiry: "2026-11-30",
    name: "海图",
    currency: "JPY",
    parties: [
      { share: Decimal.of("60"), name: "a" },
      { share: Decimal.of("40.5"), name: "b" },
    ],
  };
  it("calculates exactly", () => {
    expect(
      String(run("round(self.amount * channel.rate + 1, 'CNY')", { self, channel: { rate: Decimal.of("0.0025") } })),
    ).toBe("6.00");
    expect(run("decimal('0.1') + decimal('0.2') == decimal('0.3')", {})).toBe(true);
    expect(String(run("round(self.amount / 7, self.currency)", { self }))).toBe("286");
    expect([run("decimal(self.name)", { self: { name: "1.50" } }), run("decimal(self.count)", { self })]).toEqual([
      Decimal.of("1.50"),
      Decimal.of("7"),
    ]);
    expect(run("string(self.amount / 8)", { self })).toBe("250");
    expect(run("self.amount % 100 == 0", { self })).toBe(true);
    expect(run("size(self.name)", { self: { name: "海\u{1f600}" } })).toBe(2n);
    expect(run("[self.count] + [8] == [7, 8]", { self })).toBe(true);
    expect(run("sum(self.parties.map(p, p.share)) <= 100", { self })).toBe(false);
    expect(run("sum(self.parties.filter(p, p.name == 'x').map(p, p.share))", { self })).toEqual(Decimal.of("0"));
    expect(String(run("sum(self.parties.map(p, p.name == 'b', p.share))", { self }))).toBe("40.5");
    expect([
      run("sum([1, 2].filter(n, n > 9))", {}),
      run("max(1, 2)", {}),
      run("self.count / 2", { self }),
      run("max(self.amount, 3000)", { self }),
    ]).toEqual([0n, 2n, 3n, Decimal.of("3000")]);
    expect([
      run("9007199254740993 - 9007199254740992", {}),
      run("'ab'.startsWith('a')", {}),
      run("'ab'.endsWith('b')", {}),
      run("'\u{1f600}'.matches('^.$')", {}),
    ]).toEqual([1n, true, true, true]);
  });
  it("verifies the check digits of IBANs and ABA routing numbers [K17]", () => {
    for (const [source, verdict] of [
      ["isIban('DE89370400440532013000')", true],
      ["isIban('DE89370400440532013001')", false],
      ["isIban('021000021')", false],
      ["isIban('de89370400440532013000')", false],
      ["isAba('021000021')", true],
      ["isAba('011401533')", true],
      ["isAba('122105100')", true],
      ["isAba('0210000211')", false],
      ["isAba('021000022')", false],
      ["isAba('000000000')", false],
      ["isAba('21000021')", false],
    ] as const) {
      expect([source, run(source, {})]).toEqual([source, verdict]);
    }
    for (const [left, right, same] of [
      ["Blue Harbor Co., Ltd.", "ＢＬＵＥ HARBOR COMPANY LIMITED", true],
      ["杭州启航（贸易）有限公司", "杭州启航(贸易) 有限公司", true],
      ["A and B Corp", "A & B Corporation", true],
      ["constructor", "Constructor", true],
      ["BlueHarbor Inc.", "Blue Harbor Incorporated", true],
      ["Blue Harbor Ltd", "Blue Harbour Ltd", false],
      ["A & B", "A B", false],
      ["杭州启航贸易有限公司", "杭州启航贸易股份有限公司", false],
    ] as const) {
      expect([left, run("sameParty(self.name, self.type)", { self: { name: left, type: right } })]).toEqual([
        left,
        same,
      ]);
    }
    expect(run("isAba(self.name)", { self: {} })).toBe(UNKNOWN);
  });
  it("calculates with calendar days and months", () => {
    expect(run("addYears(self.birth, 18)", { self })).toBe("2018-02-28");
    expect(run("addMonths(date('2026-01-31'), 1)", {})).toBe("2026-02-28");
    expect(run("month(today)", { today: "2026-11-21" })).toBe("2026-11");
    expect(run("self.expiry - today", { self, today: "2026-11-21" })).toBe(9n);
    expect(run("today - 21", { today: "2026-11-21" })).toBe("2026-10-31");
    expect(run("date(self.at)", { self: { at: "2026-11-20T16:00:00.000Z" } })).toBe("2026-11-21");
    expect(run("self.at >= timestamp('2026-11-21T00:00:00+08:00')", { self: { at: "2026-11-20T16:00:00.000Z" } })).toBe(
      true,
    );
  });
  it("is unknown if a required value is absent or malformed", () => {
    for (const source of [
      "self.fee > 1",
      "self.other + 1 > 0",
      "channel.rate > 1",
      "self.parties.all(p, p.share > 1)",
      "size(self.tags) > 0",
      "has(channel.rate)",
      "extra.a.b == 1",
      "self.numbers[0] == 1",
      "7 / self.count == 1",
      "7 % self.count == 1",
      "decimal(self.name) > 1",
    ]) {
      expect([source, run(source, { self: { count: 0n, name: "x" } })]).toEqual([source, UNKNOWN]);
    }
    expect(run("self.fee > 1", { self: { fee: null } })).toBe(UNKNOWN);
    expect(run("self.fee > 1", { self: { fee: UNKNOWN } })).toBe(UNKNOWN);
    expect(run("has(self.fee)", { self: { fee: UNKNOWN } })).toBe(UNKNOWN);
    expect(run("has(self.fee)", { self: {} })).toBe(false);
    expect(run("has(self.fee)", { self: { fee: null } })).toBe(false);
    expect(run("self.amount > 1", { self: { amount: "not a decimal" } })).toBe(UNKNOWN);
    expect(run("extra.toString == 1", { extra: {} })).toBe(UNKNOWN);
    expect(run("extra.name.length == 2", { extra: { name: "ab" } })).toBe(UNKNOWN);
    for (const source of ["extra.a == extra.b", "extra.b == extra.a"])
      expect(run(source, { extra: { a: 5n, b: {} } })).toBe(false);
    expect(run("9223372036854775807 + self.count > 0", { self: { count: 1n } })).toBe(UNKNOWN);
  });
  it("short-circuits if one side decides", () => {
    const scope = { self: { flag: true, numbers: [1n, 2n] } };
    expect(run("self.fee > 1 && false", scope)).toBe(false);
    expect(run("false && self.fee > 1", scope)).toBe(false);
    expect(run("self.fee > 1 || true", scope)).toBe(true);
    expect(run("self.fee > 1 || false", scope)).toBe(UNKNOWN);
    expect(run("self.fee > 1 && true", scope)).toBe(UNKNOWN);
    expect(run("self.flag ? 1 : self.other", scope)).toBe(1n);
    expect(run("self.numbers.exists(n, n == 2 || n == self.other)", scope)).toBe(true);
    expect(run("self.numbers.all(n, n < 2 && n < self.other)", scope)).toBe(false);
    expect(run("self.numbers.exists_one(n, n == 2 || n == self.other)", scope)).toBe(UNKNOWN);
  });
});

/** Independently written function handlers for cel-js, against which the evaluator is compared. */
const DAY = 86_400_000;
const days = (date: CelDate) => Date.parse(date.iso) / DAY;
const fromDays = (count: number) => new CelDate(new Date(count * DAY).toISOString().slice(0, 10));
const dec = (value: Decimal | bigint) => (value instanceof Decimal ? value : new Decimal(value));
function handler(signature: string): Handler {
  const operator = /^\S+ (\S+) \S+:/.exec(signature)?.[1];
  if (signature.startsWith("-Decimal")) return (value: Decimal) => value.neg();
  if (operator && signature.startsWith("CelDate")) {
    const compared: Record<string, (a: CelDate, b: CelDate) => boolean> = {
      "<": (a, b) => days(a) < days(b),
      "<=": (a, b) => days(a) <= days(b),
      ">": (a, b) => days(a) > days(b),
      ">=": (a, b) => days(a) >= days(b),
      "==": (a, b) => days(a) === days(b),
    };
    if (compared[operator]) return compared[operator];
    if (signature.includes("- CelDate")) return (a: CelDate, b: CelDate) => BigInt(days(a) - days(b));
    return (a: CelDate, b: bigint) => fromDays(days(a) + (operator === "+" ? Number(b) : -Number(b)));
  }
  if (operator) {
    const table: Record<string, (a: Decimal, b: Decimal) => unknown> = {
      "+": (a, b) => a.add(b),
      "-": (a, b) => a.sub(b),
      "*": (a, b) => a.mul(b),
      "/": (a, b) => a.div(b, 20),
      "%": (a, b) => a.rem(b),
      "<": (a, b) => a.cmp(b) < 0,
      "<=": (a, b) => a.cmp(b) <= 0,
      ">": (a, b) => a.cmp(b) > 0,
      ">=": (a, b) => a.cmp(b) >= 0,
      "==": (a, b) => a.cmp(b) === 0,
    };
    return (a, b) => table[operator]!(dec(a), dec(b));
  }
  const name = signature.slice(0, signature.indexOf("("));
  const order = (a: any, b: any) =>
    a instanceof CelDate ? days(a) - days(b) : a instanceof Date ? Number(a) - Number(b) : dec(a).cmp(dec(b));
  const best =
    (sign: number) =>
    (...values: any[]) => {
      const list = Array.isArray(values[0]) ? values[0] : values;
      if (list.length === 0) throw new Error("empty");
      const found = [...list].sort((a, b) => sign * order(a, b))[0];
      return signature.endsWith(": Decimal") ? dec(found) : found;
    };
  const table: Record<string, Handler> = {
    decimal: (value) => Decimal.of(value),
    string: String,
    round: (value, to) => dec(value).round(typeof to === "bigint" ? Number(to) : (types.minorUnits[to] ?? Number.NaN)),
    sum: (list) =>
      signature.includes("Decimal")
        ? list.reduce((a: Decimal, b: Decimal) => a.add(b), new Decimal(0n))
        : list.reduce((a: bigint, b: bigint) => a + b, 0n),
    min: best(1),
    max: best(-1),
    isIban: (value) =>
      /^[A-Z]{2}\d{2}/.test(value) &&
      BigInt([...`${value.slice(4)}${value.slice(0, 4)}`].map((sign) => Number.parseInt(sign, 36)).join("")) % 97n ===
        1n,
    isAba: (value) =>
      /^\d{9}$/.test(value) &&
      [3, 7, 1, 3, 7, 1, 3, 7, 1].reduce((sum, weight, index) => sum + weight * Number(value[index]), 0) % 10 === 0,
    date: (value) =>
      new CelDate(value instanceof Date ? new Date(value.getTime() + 8 * 3_600_000).toISOString().slice(0, 10) : value),
  };
  return table[name] ?? (() => undefined);
}

describe("comparison with cel-js", () => {
  const { environment } = createEnvironment(types.roots, handler);

  /** Converts values to the representation of cel-js. */
  const forCel = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(forCel);
    if (typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value)) return new CelDate(value);
    if (typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value)) return new Date(value);
    if (typeof value !== "object" || value === null || value instanceof Decimal) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, forCel(inner)]));
  };
  const plain = (value: unknown): unknown => {
    if (value instanceof Decimal) return String(value.trim());
    if (value instanceof CelDate) return value.iso;
    if (value instanceof Date) return value.toISOString();
    return Array.isArray(value) ? value.map(plain) : value;
  };

  const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined, freq: 4 });
  const small = fc.bigInt({ min: -5n, max: 5n });
  const amounts = fc
    .tuple(fc.bigInt({ min: -500n, max: 500n }), fc.integer({ min: 0, max: 2 }))
    .map(([digits, scale]) => new Decimal(digits, scale));
  const words = fc.constantFrom("", "a", "ab", "海图", "CNY");
  const dates = fc.constantFrom("2026-01-31", "2026-11-21", "2024-02-29", "2000-12-31");
  const instants = fc.constantFrom("2026-11-20T16:00:00.000Z", "2026-11-20T15:59:59.999Z", "2026-11-21T00:00:00.000Z");
  const withoutAbsent = (record: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
  const rows = fc.record({ share: maybe(amounts), name: maybe(words), votes: maybe(small) }).map(withoutAbsent);
  const scopes = fc
    .record({
      self: fc
        .record({
          amount: maybe(amounts),
          fee: maybe(amounts),
          count: maybe(small),
          other: maybe(small),
          name: maybe(words),
          type: maybe(words),
          flag: maybe(fc.boolean()),
          birth: maybe(dates),
          expiry: maybe(dates),
          at: maybe(instants),
          currency: maybe(fc.constantFrom("CNY", "JPY", "XXX")),
          status: maybe(fc.constantFrom("done", "failed")),
          tags: maybe(fc.array(words, { maxLength: 3 })),
          numbers: maybe(fc.array(small, { maxLength: 3 })),
          parties: maybe(fc.array(rows, { maxLength: 3 })),
        })
        .map(withoutAbsent),
      channel: maybe(fc.record({ singleMin: maybe(amounts), rate: maybe(amounts) }).map(withoutAbsent)),
      today: dates,
    })
    .map(withoutAbsent);

  const { bool } = fc.letrec<Record<"bool" | "int" | "decimal" | "text" | "date" | "leafInt" | "leafDecimal", string>>(
    (tie) => {
      const [bool, int, decimal, text, date] = [tie("bool"), tie("int"), tie("decimal"), tie("text"), tie("date")];
      const compare = fc.constantFrom("<", "<=", ">", ">=", "==", "!=");
      const binary = (left: fc.Arbitrary<string>, op: fc.Arbitrary<string>, right: fc.Arbitrary<string>) =>
        fc.tuple(left, op, right).map(([a, o, b]) => `(${a} ${o} ${b})`);
      return {
        leafInt: fc.oneof(
          fc.constantFrom(
            "self.count",
            "self.other",
            "size(self.tags)",
            "self.numbers[0]",
            "self.parties.size()",
            "size(self.name)",
          ),
          fc.integer({ min: -3, max: 12 }).map((value) => (value < 0 ? `(${value})` : String(value))),
        ),
        leafDecimal: fc.constantFrom(
          "self.amount",
          "self.fee",
          "channel.singleMin",
          "channel.rate",
          "decimal('1.5')",
          "decimal('-0.25')",
          "self.parties.filter(p, true)[0].share",
        ),
        int: fc.oneof(
          { maxDepth: 3 },
          tie("leafInt"),
          binary(int, fc.constantFrom("+", "-", "*", "/", "%"), int),
          fc.constantFrom(
            "sum(self.numbers)",
            "sum(self.parties.map(p, p.votes))",
            "max(self.numbers)",
            "(self.expiry - today)",
            "(-self.count)",
          ),
          fc.tuple(bool, int, int).map(([c, a, b]) => `(${c} ? ${a} : ${b})`),
          fc.tuple(int, int).map(([a, b]) => `min(${a}, ${b})`),
        ),
        decimal: fc.oneof(
          { maxDepth: 3 },
          tie("leafDecimal"),
          binary(decimal, fc.constantFrom("+", "-", "*", "/", "%"), fc.oneof(decimal, int)),
          binary(int, fc.constantFrom("+", "-", "*"), decimal),
          fc.constantFrom(
            "sum(self.parties.map(p, p.share))",
            "min(self.parties.map(p, p.share))",
            "sum(self.parties.filter(p, p.votes > 0).map(p, p.share))",
            "round(self.amount, self.currency)",
            "(-self.fee)",
          ),
          decimal.map((value) => `round(${value}, 'CNY')`),
          decimal.map((value) => `round(${value}, 1)`),
          fc.tuple(decimal, int).map(([a, b]) => `max(${a}, ${b})`),
        ),
        text: fc.oneof(
          { maxDepth: 2 },
          fc.constantFrom(
            "self.name",
            "self.type",
            "'a'",
            "'海'",
            "self.currency",
            "(self.status + self.name)",
            "self.parties.filter(p, true)[1].name",
          ),
          binary(text, fc.constant("+"), text),
          fc.tuple(bool, text, text).map(([c, a, b]) => `(${c} ? ${a} : ${b})`),
          int.map((value) => `string(${value})`),
        ),
        date: fc.oneof(
          { maxDepth: 2 },
          fc.constantFrom("self.birth", "self.expiry", "today", "date('2026-11-21')", "date(self.at)"),
          binary(date, fc.constantFrom("+", "-"), fc.integer({ min: 0, max: 40 }).map(String)),
        ),
        bool: fc.oneof(
          { maxDepth: 3 },
          fc.constantFrom(
            "self.flag",
            "true",
            "false",
            "has(self.fee)",
            "has(self.parties)",
            "has(channel.rate)",
            "(self.at < timestamp('2026-11-21T00:00:00+08:00'))",
          ),
          binary(int, compare, int),
          binary(decimal, compare, fc.oneof(decimal, int)),
          binary(int, compare, decimal),
          binary(text, compare, text),
          binary(date, compare, date),
          binary(bool, fc.constantFrom("&&", "||", "==", "!="), bool),
          bool.map((value) => `!${value}`),
          fc
            .tuple(
              fc.constantFrom("all", "exists", "exists_one"),
              fc.constantFrom(
                "p.share > self.amount",
                "p.votes == self.count",
                "has(p.name) && p.name == self.name",
                "p.share > 0 || p.votes > 0",
                "self.numbers.exists(n, n == p.votes)",
              ),
            )
            .map(([macro, body]) => `self.parties.${macro}(p, ${body})`),
          fc
            .tuple(
              int,
              fc.constantFrom(
                "self.numbers",
                "[1, 2, 3]",
                "self.numbers.map(n, n * 2)",
                "self.numbers.filter(n, n > self.count)",
              ),
            )
            .map(([value, list]) => `(${value} in ${list})`),
          fc
            .tuple(decimal, fc.constantFrom("self.parties.map(p, p.share)", "[self.amount, self.fee]"))
            .map(([value, list]) => `(${value} in ${list})`),
          fc
            .tuple(text, fc.constantFrom("contains", "startsWith", "endsWith"), text)
            .map(([a, method, b]) => `${a}.${method}(${b})`),
          text.map((value) => `${value}.matches('^[a-z]+$')`),
          fc.constantFrom(
            "(self.tags == ['a', 'ab'])",
            "(self.numbers == self.numbers.map(n, n))",
            "(self.name in {'a': 1, 'ab': 2})",
            "({'a': self.count}.a > 0)",
          ),
        ),
      };
    },
  );

  it("returns the same result, and UNKNOWN exactly where cel-js throws", () => {
    const seen = { known: 0, unknown: 0 };
    fc.assert(
      fc.property(bool, scopes, (source, scope) => {
        const expression = compile(source);
        const ours = evaluate(JSON.parse(JSON.stringify(expression)), scope);
        let theirs: unknown = UNKNOWN;
        try {
          theirs = environment.evaluate(source, forCel(scope) as Record<string, unknown>);
        } catch {
          // Corresponds to an error in CEL.
        }
        seen[ours === UNKNOWN ? "unknown" : "known"] += 1;
        expect(plain(ours)).toEqual(plain(theirs));
      }),
      { numRuns: 4000 },
    );
    expect(Math.min(seen.known, seen.unknown)).toBeGreaterThan(300);
  });
});
