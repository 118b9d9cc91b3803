// @vitest-environment happy-dom
/** Inputs that load from the server: other records, reference lists and files. */
import { act } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { useForm } from "../../src/engine/controls/model.tsx";
import { EntityForm } from "../../src/engine/form/EntityForm.tsx";
import { EntityForm as LazyForm } from "../../src/engine/form/lazy.tsx";
import { toParameter, type CallPlan, type Entity, type Ports, type Row } from "@portolan/engine";
import { kindList } from "../../src/engine/kinds/index.ts";
import { kindList as banking } from "../../src/payments/kinds/index.ts";
import {
  button,
  call,
  click,
  control,
  described,
  entityOf,
  field,
  leave,
  mount,
  portsOf,
  press,
  settle,
  type,
} from "./form-fixtures.tsx";

let close: () => void = () => undefined;
afterEach(() => {
  close();
  sessionStorage.clear();
});
async function open(entity: Entity, ports: Ports = portsOf()) {
  const { page, unmount } = await mount(<EntityForm entity={entity} onDone={() => undefined} />, ports);
  close = unmount;
  return page;
}
const sent = (ports: Ports): Row => (ports.call as ReturnType<typeof vi.fn>).mock.calls.at(-1)![1] as Row;

describe("fields with records and reference lists", () => {
  const list = (name: string, rows: Row[], params: string[] = []) => {
    const entity = entityOf([field(kindList.text, "name"), field(kindList.text, "number")], {
      name,
      key: "name",
      source: "data",
      calls: { options: call("options", { method: "GET", path: `/${name}` }) },
    });
    return {
      entity,
      answer: (body: Row) => ({
        list: rows.filter(
          (row) =>
            params.every((param) => row[param] === body[param]) && String(row.name).includes(String(body.q ?? "")),
        ),
      }),
    };
  };
  const bank = list("bank", [{ name: "工商银行" }, { name: "建设银行" }]);
  const branch = list(
    "branch",
    [
      { name: "杭州分行", bank: "工商银行", number: "102331000019" },
      { name: "宁波分行", bank: "建设银行", number: "105332000011" },
    ],
    ["bank"],
  );
  const lists: Record<string, typeof bank> = { bank, branch };
  const ports = () =>
    portsOf({
      entity: async (name) => lists[name]!.entity,
      call: vi.fn(async (plan, body) =>
        lists[plan.path.slice(1)] ? lists[plan.path.slice(1)]!.answer(body ?? {}) : { record: body },
      ),
    });
  const form = () =>
    entityOf([
      field(kindList.choice, "bank", { options: { list: "bank", params: {}, fills: {} }, required: true }),
      field(kindList.choice, "branch", {
        options: { list: "branch", params: { bank: "bank" }, fills: { number: "number" } },
      }),
      field(kindList.identifier, "number"),
    ]);
  const options = () =>
    [...document.querySelectorAll('[role="option"]')].map((element) => element.firstChild?.textContent);

  it.each([
    ["there are records to choose from", [{ name: "p1", number: "1" }], "请选择收款人"],
    ["there are none", [], "还没有收款人，先添加一个"],
  ])("that are left empty ask for the missing value: %s [M17]", async (_case, rows, text) => {
    const { entity, answer } = list("payee", rows as Row[]);
    const payee = field(kindList.reference, "payeeId", {
      ref: { entity: "payee", label: "{name}", copies: {} },
      required: true,
      messages: ["required", "choose"],
    });
    const texts = { "field.payeeId.message.choose": "请选择收款人" };
    const form = entityOf([payee], { texts });
    const check = form.check;
    Object.assign(form, {
      check: ((record, about) => ({
        ...check(record, about),
        errors:
          record["payeeId"] === undefined
            ? [{ at: "/payeeId", code: "required", params: {}, message: "还没有收款人，先添加一个" }]
            : [],
      })) satisfies Entity["check"],
    });
    const page = await open(
      form,
      portsOf({
        entity: async () => entity,
        call: vi.fn(async (plan, body) => (plan.path === "/payee" ? answer(body ?? {}) : { record: body })),
      }),
    );
    await click(button(page, "提交"));
    await settle();
    expect(described(control(page, "payeeId"))).toBe(text);
  });

  it("fill another field by their prefix once it is long enough, and never overwrite a typed value", async () => {
    const issuers = list("issuer", [
      { name: "6217", number: "105" },
      { name: "6222", number: "102" },
    ]);
    const answer = vi.fn(async (_plan: unknown, body?: Row) => ({
      list: [
        { name: "6217", number: "105" },
        { name: "6222", number: "102" },
      ].filter((row) => row.name === body!["name"]),
    }));
    const outside = portsOf({ entity: async () => issuers.entity, call: answer as unknown as Ports["call"] });
    const page = await open(
      entityOf([
        field(kindList.identifier, "account", { lookup: { list: "issuer", start: 4, fills: { number: "number" } } }),
        field(kindList.identifier, "number"),
      ]),
      outside,
    );
    await type(control(page, "account"), "621");
    await settle();
    expect(answer).not.toHaveBeenCalled();
    await type(control(page, "account"), "62170012");
    await settle();
    expect(answer).toHaveBeenCalledOnce();
    expect(control(page, "number")).toHaveProperty("value", "105");
    await type(control(page, "number"), "7");
    await type(control(page, "account"), "62220012");
    await settle();
    expect(control(page, "number")).toHaveProperty("value", "7");
  });

  it("keep what the user types while choosing when a late response fills the field, and show the response after blur", async () => {
    const issuers = list("issuer", [{ name: "6222", number: "工商银行" }]);
    let answer: (found: { list: Row[] }) => void = () => undefined;
    const late = new Promise<{ list: Row[] }>((resolve) => (answer = resolve));
    const outside = portsOf({
      entity: async (name) => (name === "issuer" ? issuers : bank).entity,
      call: vi.fn(async (plan, body) => (plan.path === "/issuer" ? late : bank.answer(body ?? {}))),
    });
    const page = await open(
      entityOf([
        field(kindList.identifier, "account", { lookup: { list: "issuer", start: 4, fills: { bank: "number" } } }),
        field(kindList.choice, "bank", { options: { list: "bank", params: {}, fills: {} } }),
      ]),
      outside,
    );
    await type(control(page, "account"), "62220012");
    await click(control(page, "bank"));
    await type(control(page, "bank"), "建设");
    await act(async () => answer({ list: [{ name: "6222", number: "工商银行" }] }));
    await settle(250);
    expect(control(page, "bank")).toHaveProperty("value", "建设");
    expect(options()).toEqual(["建设银行"]);
    await leave(control(page, "bank"));
    await settle();
    expect(control(page, "bank")).toHaveProperty("value", "工商银行");
  });

  it("describe their prefix below the field, and clear what it filled in unless the user changed it", async () => {
    const rows = [
      { name: "COBADEFF", number: "Commerzbank" },
      { name: "HSBCHKHH", number: "HSBC" },
    ];
    const codes = list("codes", rows);
    const outside = portsOf({
      entity: async () => codes.entity,
      call: (async (_plan: unknown, body?: Row) => ({
        list: rows.filter((row) => row.name === body!["name"]),
      })) as unknown as Ports["call"],
    });
    const page = await open(
      entityOf([
        field(banking.bic, "code", {
          lookup: { list: "codes", start: 8, says: "number", fills: { number: "number" } },
        }),
        field(kindList.text, "number"),
      ]),
      outside,
    );
    const typed = async (text: string) => {
      await type(control(page, "code"), text);
      await settle();
      return [described(control(page, "code")), control(page, "number").value];
    };
    expect(await typed("COBADEFF")).toEqual(["Commerzbank · 德国", "Commerzbank"]);
    expect(await typed("COBADEF")).toEqual(["", ""]);
    expect(await typed("HSBCHKHH400")).toEqual(["HSBC · 中国香港", "HSBC"]);
    expect(await typed("ABCDFRPP")).toEqual(["法国", ""]);
    await type(control(page, "number"), "Mine");
    expect(await typed("COBADEFF")).toEqual(["Commerzbank · 德国", "Mine"]);
  });

  it("prefill a new record with the values of the newest one, except masked ones", async () => {
    const mask = { style: "phone" } as const;
    const entity = entityOf(
      [field(kindList.text, "name"), field(kindList.text, "city"), field(kindList.text, "phone", { mask })],
      {
        form: {
          sections: [{ id: "all", rows: [["name"], ["city"], ["phone"]] }],
          review: false,
          draft: false,
          last: ["name", "phone"],
        },
        calls: { list: call("list", { method: "GET" }), create: call("create") },
      },
    );
    const newest = { name: "陈明", city: "杭州", phone: "138****8001" };
    const asked = vi.fn(async () => ({ list: [newest, { name: "李慧" }] }));
    const page = await open(entity, portsOf({ call: asked as unknown as Ports["call"] }));
    await vi.waitFor(() => expect(control(page, "name").value).toBe("陈明"));
    expect([control(page, "city").value, control(page, "phone").value]).toEqual(["", ""]);
  });

  it("list recently used records as buttons, and describe the chosen one with its last use", async () => {
    const payees = ["P1", "P2"].map((id) => ({ id, name: `收款人 ${id}`, bank: `${id} 银行` }));
    const payee = entityOf([field(kindList.identifier, "id"), field(kindList.text, "name")], {
      name: "payee",
      calls: { options: call("options", { method: "GET", path: "/payee" }) },
    });
    const payment = entityOf(
      [
        field(kindList.reference, "payeeId", {
          ref: { entity: "payee", label: "{name} {id}", copies: { bank: "bank" }, line: ["bank"], recent: 2 },
        }),
        field(kindList.text, "bank", { readOnly: true }),
        field(kindList.money, "amount", { currency: { code: "CNY" } }),
        field(kindList.status, "status", { readOnly: true }),
        field(kindList.dateTime, "at", { readOnly: true, schema: { type: "string", format: "date-time" } }),
      ],
      {
        form: { sections: [{ id: "all", rows: [["payeeId"]] }], review: false, draft: false },
        lifecycle: { field: "status", states: [{ name: "done", tone: "success", final: true }], transitions: [] },
        list: { ...entityOf([]).list, sort: ["-at"], card: { title: "payeeId", amount: "amount", meta: [] } },
        calls: { list: call("list", { method: "GET", path: "/payment" }), create: call("create") },
      },
    );
    const newest = { payeeId: "P2", amount: "26897.9", status: "done", at: "2026-11-20T10:00:00Z" };
    const asked = vi.fn(async ({ path }: CallPlan, body: Row = {}) => {
      if (path === "/payee") return { list: payees.filter(({ id }) => String(body["f.id"] ?? id).includes(id)) };
      return body.payeeId ? { list: [newest], total: 14 } : { list: [newest, { payeeId: "gone" }] };
    });
    const page = await open(payment, portsOf({ entity: async () => payee, call: asked as unknown as Ports["call"] }));
    await vi.waitFor(() => expect(page.querySelector(".pf-recent button")).not.toBeNull(), { timeout: 20_000 });
    // A record that cannot be chosen any more is not offered.
    expect([...page.querySelectorAll(".pf-recent button")].map((button) => button.textContent)).toEqual(["收款人 P2"]);
    await click(button(page, "收款人 P2"));
    await settle();
    expect(control(page, "payeeId").value).toBe("收款人 P2 P2");
    expect(described(control(page, "payeeId"))).toMatch(/上次 2026-11-20 26,897\.90\sCNY，共 14 .* · P2 银行$/);
    expect(asked).toHaveBeenCalledWith(
      expect.objectContaining({ path: "/payment" }),
      { payeeId: "P2", status: "done", totals: 1 },
      expect.anything(),
    );
  });

  it("suggest recent values that one click fills in, and suggest nothing when the call fails", async () => {
    const one = () =>
      entityOf([
        field(kindList.text, "payee", { suggest: { call: "lately", rows: "list", value: "merchant", label: "name" } }),
      ]);
    const asked = vi.fn(async () => ({ list: [{ merchant: "100002", name: "深圳****公司" }, { merchant: "100003" }] }));
    let page = await open(
      one(),
      portsOf({ callNamed: async () => ({ method: "GET", path: "/lately" }), call: asked as unknown as Ports["call"] }),
    );
    await vi.waitFor(() => expect(page.querySelector(".pf-recent button")).not.toBeNull(), { timeout: 20_000 });
    expect([...page.querySelectorAll(".pf-recent button")].map((button) => button.textContent?.trim())).toEqual([
      "100002 深圳****公司",
      "100003",
    ]);
    await click(button(page, "100002"));
    expect(control(page, "payee").value).toBe("100002");
    close();
    page = await open(
      one(),
      portsOf({
        callNamed: async () => ({ method: "GET", path: "/lately" }),
        call: (() => Promise.reject(new Error("no"))) as unknown as Ports["call"],
      }),
    );
    // The room for values is given up.
    await vi.waitFor(() => expect(page.querySelector(".pf-recent")).toBeNull());
  });

  it("may be chosen before the field that narrows them, and then fill it", async () => {
    const any = list("branch", [{ name: "杭州分行", bank: "工商银行", number: "1" }]);
    const page = await open(
      entityOf([
        field(kindList.choice, "bank", { options: { list: "bank", params: {}, fills: {} } }),
        field(kindList.choice, "branch", {
          options: { list: "branch", params: { bank: "bank" }, fills: { bank: "bank", number: "number" } },
        }),
        field(kindList.identifier, "number"),
      ]),
      portsOf({
        entity: async (name) => (name === "bank" ? bank : any).entity,
        call: vi.fn(async ({ path }, body) => (path === "/bank" ? bank : any).answer(body ?? {})),
      }),
    );
    const box = control(page, "branch");
    expect(box.placeholder).not.toContain("请先选择");
    await type(box, "杭州");
    await settle(250);
    await press(box, "Enter");
    await settle(20);
    expect(["bank", "branch", "number"].map((name) => control(page, name).value)).toEqual([
      "工商银行",
      "杭州分行",
      "1",
    ]);
  });

  it("are searched by typing and chosen by keyboard, fill siblings, and announce cleared dependents", async () => {
    const outside = ports();
    const page = await open(form(), outside);
    expect(control(page, "branch").placeholder).toBe("请先选择bank");
    const bankInput = control(page, "bank");
    await click(bankInput);
    await settle(20);
    expect(options()).toEqual(["工商银行", "建设银行"]);
    await type(bankInput, "工商");
    await settle(250);
    expect(options()).toEqual(["工商银行"]);
    expect(bankInput.getAttribute("aria-activedescendant")).toBe(document.querySelector('[role="option"]')?.id);
    await press(bankInput, "Enter");
    expect(bankInput.value).toBe("工商银行");
    expect(bankInput.getAttribute("aria-expanded")).toBe("false");

    const branchInput = control(page, "branch");
    await act(async () => branchInput.focus());
    await press(branchInput, "ArrowDown");
    await settle(20);
    await press(branchInput, "ArrowDown");
    await press(branchInput, "Enter");
    expect(branchInput.value).toBe("杭州分行");
    expect(control(page, "number").value).toBe("102331000019");

    await click(bankInput);
    await settle(20);
    await click(document.querySelectorAll('[role="option"]')[1]);
    expect(branchInput.value).toBe("");
    expect(described(branchInput)).toBe("bank变了，请重新选择");
    await click(button(page, "提交"));
    await settle();
    // Fields filled in by the cleared branch were cleared as well.
    expect(sent(outside)).toEqual({ bank: "建设银行" });
  });
  it("take an early Enter as the choice of the first match for that text, but not after more is typed", async () => {
    const page = await open(form(), ports());
    const bankInput = control(page, "bank");
    await click(bankInput);
    await settle(20);
    expect(options()).toEqual(["工商银行", "建设银行"]);
    await type(bankInput, "建设");
    await press(bankInput, "Enter");
    expect(bankInput.value).toBe("建设");
    await settle(250);
    expect(bankInput.value).toBe("建设银行");
    expect(bankInput.getAttribute("aria-expanded")).toBe("false");

    await type(bankInput, "工");
    await press(bankInput, "Enter");
    await type(bankInput, "工商");
    await settle(250);
    expect([bankInput.value, bankInput.getAttribute("aria-expanded")]).toEqual(["工商", "true"]);

    // Leaving the field immediately still selects the match, or keeps the earlier value when there is none. A cleared
    // field is empty.
    await press(bankInput, "Tab");
    expect(bankInput.value).toBe("工商银行");
    for (const [typed, then] of [
      ["建", "建设银行"],
      ["没有", "建设银行"],
      ["", ""],
    ] as const) {
      await type(bankInput, typed);
      await press(bankInput, "Tab");
      await leave(bankInput);
      await settle(250);
      expect([bankInput.value, bankInput.getAttribute("aria-expanded")]).toEqual([then, "false"]);
    }
  });
  it("show a stored value by its label", async () => {
    const outside = portsOf({
      entity: async () =>
        entityOf([field(kindList.text, "name"), field(kindList.text, "code")], {
          name: "purpose",
          key: "code",
          source: "data",
          list: { ...bank.entity.list, columns: ["name"] },
          calls: { options: call("options", { method: "GET" }) },
        }),
      call: vi.fn(async (_plan, body) => ({
        list: [{ code: "tuition", name: "学费" }].filter((row) => body?.code === undefined || row.code === body.code),
      })),
    });
    const { page, unmount } = await mount(
      <EntityForm
        entity={entityOf([field(kindList.choice, "purpose", { options: { list: "purpose", params: {}, fills: {} } })])}
        record={{ id: "1", purpose: "tuition" }}
        onDone={() => undefined}
      />,
      outside,
    );
    close = unmount;
    await settle(10);
    expect(control(page, "purpose").value).toBe("学费");
    expect(outside.call).toHaveBeenCalledTimes(2);
  });
  it("close with Escape and keep the current choice", async () => {
    const page = await open(form(), ports());
    const input = control(page, "bank");
    await click(input);
    await settle(20);
    await press(input, "Escape");
    expect(options()).toEqual([]);
    await type(input, "nothing like it");
    await settle(250);
    expect(document.querySelector("output.pf-none")?.textContent).toBe("没有匹配项");
    await leave(input);
    expect(input.value).toBe("");
  });
  it("offer a retry when options cannot be loaded", async () => {
    const failing = ports();
    failing.call = vi
      .fn()
      .mockRejectedValueOnce(new Error("down"))
      .mockResolvedValue({ list: [{ name: "工商银行" }] });
    const page = await open(form(), failing);
    await click(control(page, "bank"));
    await settle(20);
    await click(button(document.body, "没能加载"));
    await settle(20);
    expect(options()).toEqual(["工商银行"]);
  });
  it("list recently used records first while the list still offers them [C96]", async () => {
    const payee = entityOf([field(kindList.text, "holder")], {
      name: "payee",
      key: "id",
      calls: { list: call("list", { method: "GET", path: "/payee" }) },
    });
    // The first page of the list contains A to C; P comes later, and G no longer exists.
    const asked = vi.fn(async (plan: Pick<CallPlan, "path">, body?: Row) => {
      if (plan.path === "/test/list") return { list: ["P", "B", "G", "B"].map((payeeId) => ({ payeeId })) };
      const wanted = body?.[toParameter("id")];
      const ids =
        wanted === undefined
          ? ["A", "B", "C"]
          : String(wanted)
              .split(",")
              .filter((id) => id !== "G");
      return { list: ids.filter((id) => String(body?.q ?? id) === id).map((id) => ({ id, holder: id })) };
    });
    const outside = portsOf({ entity: async () => payee, call: asked as unknown as Ports["call"] });
    const page = await open(
      entityOf([field(kindList.reference, "payeeId", { ref: { entity: "payee", label: "{holder}", copies: {} } })], {
        calls: { create: call("create"), list: call("list") },
      }),
      outside,
    );
    const shown = () => [...document.querySelectorAll('[role="option"]')].map((element) => element.textContent);
    await click(control(page, "payeeId"));
    await settle(20);
    expect(shown()).toEqual(["P最近使用", "B最近使用", "A", "C"]);
    await type(control(page, "payeeId"), "C");
    await settle(250);
    expect(shown()).toEqual(["C"]);
    await press(control(page, "payeeId"), "Enter");
    await click(control(page, "payeeId"));
    await settle(20);
    expect(shown()).toHaveLength(4);
    expect(asked.mock.calls.filter(([plan]) => plan.path === "/test/list")).toHaveLength(1);
  });
  it("show live copies of the chosen record, which are never submitted", async () => {
    const payee = {
      ...entityOf([field(kindList.text, "holder"), field(kindList.identifier, "account")], {
        name: "payee",
        key: "id",
        calls: { list: call("list", { method: "GET", path: "/payee" }) },
      }),
    };
    const outside = portsOf({
      entity: async () => payee,
      call: vi.fn(async (plan) =>
        plan.path === "/payee" ? { list: [{ id: "P1", holder: "启航", account: "6222" }] } : { record: {} },
      ),
    });
    const page = await open(
      entityOf(
        [
          field(kindList.reference, "payeeId", {
            ref: { entity: "payee", label: "{holder} {account}", copies: { holder: "holder" } },
          }),
          field(kindList.text, "holder", { readOnly: true }),
        ],
        {
          verdict: (record) =>
            record.holder
              ? [{ at: "/holder", code: "pattern", params: {}, message: "a copy is not the person's" }]
              : [],
        },
      ),
      outside,
    );
    await click(control(page, "payeeId"));
    await settle(20);
    await click(document.querySelector('[role="option"]'));
    expect(control(page, "payeeId").value).toBe("启航 6222");
    expect(control(page, "holder").textContent).toBe("启航");
    await click(button(page, "提交"));
    await settle();
    expect(sent(outside)).toEqual({ payeeId: "P1" });
  });
});

describe("file inputs", () => {
  const proof = () =>
    entityOf([
      field(kindList.file, "proof", {
        file: { accept: ["pdf", "png"], maxBytes: 1024 * 1024, purpose: "test" },
        required: true,
      }),
    ]);
  const choose = (input: HTMLInputElement, file: File) =>
    act(async () => {
      Object.defineProperty(input, "files", { value: [file], configurable: true });
      input.dispatchEvent(new Event("change", { bubbles: true }));
    });
  it("state the accepted types, reject others, show progress and block the submit during uploads", async () => {
    let finish: (value: { id: string; name: string; size: number }) => void = () => undefined;
    const ports = portsOf({
      upload: vi.fn((_file, _purpose, { onProgress }) => {
        onProgress(0.5);
        return new Promise<{ id: string; name: string; size: number }>((resolve) => {
          finish = resolve;
        });
      }),
    });
    const page = await open(proof(), ports);
    const input = control(page, "proof");
    expect(page.textContent).toContain("pdf png，不超过 1 MB");
    await choose(input, new File(["x"], "virus.exe"));
    expect(described(input)).toContain("打不开这种文件，可用格式");
    await choose(input, new File([new Uint8Array(2 * 1024 * 1024)], "big.pdf"));
    expect(described(input)).toBe("文件超过 1 MB");
    await choose(input, new File(["x"], "a.PDF"));
    expect(page.querySelector("progress")?.value).toBe(0.5);
    await act(async () => finish({ id: "F1", name: "a.PDF", size: 1 }));
    await click(button(page, "提交"));
    await settle();
    expect(sent(ports)).toEqual({ proof: "F1" });
  });
  it("offer a retry after a failed upload", async () => {
    const ports = portsOf({
      upload: vi
        .fn()
        .mockRejectedValueOnce({ kind: "unknown", code: 0, message: "" })
        .mockResolvedValueOnce({ id: "F2", name: "a.pdf", size: 1 }),
    });
    const page = await open(proof(), ports);
    await choose(control(page, "proof"), new File(["x"], "a.pdf"));
    expect(page.textContent).toContain("文件上传失败，请检查网络后重试");
    await click(button(page, "重试"));
    await settle();
    await click(button(page, "提交"));
    await settle();
    expect(sent(ports)).toEqual({ proof: "F2" });
  });
});

/** Opens the drawer that adds a record, like a reference field does. */
function AddPayee({ onDone }: { onDone(record: Row): void }) {
  const { Adder } = useForm();
  return (
    Adder && (
      <Adder
        entity="payee"
        title="Add a payee"
        preset={{ name: "Ann" }}
        onCancel={() => undefined}
        onDone={(_, record) => onDone(record)}
      />
    )
  );
}

it("a form opens another record's form on top of itself and keeps its own values", async () => {
  const payee = entityOf([field(kindList.text, "name")], { name: "payee", calls: { create: call("create") } });
  const record = { id: "P1", name: "Ann" };
  const ports = portsOf({ entity: async () => payee, call: vi.fn(async () => ({ record })) });
  const done = vi.fn();
  const { page, unmount } = await mount(
    <LazyForm entity={entityOf([field(kindList.text, "note")])} preset={{ note: "kept" }} onDone={() => undefined}>
      <AddPayee onDone={done} />
    </LazyForm>,
    ports,
  );
  close = unmount;
  await vi.waitFor(() => expect(document.querySelector("[role=dialog] input")).not.toBeNull(), { timeout: 20_000 });
  const drawer = document.querySelector<HTMLElement>("[role=dialog]")!;
  expect([drawer.querySelector("h2")?.textContent, control(drawer, "name").value]).toEqual(["Add a payee", "Ann"]);
  await click(drawer.querySelector("[type=submit], [data-main]"));
  await vi.waitFor(() => expect(done).toHaveBeenCalledWith(record));
  expect(control(page, "note").value).toBe("kept");
});
