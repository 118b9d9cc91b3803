// @vitest-environment happy-dom
/** Texts and requests of the export panel. */
import { act } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { kindList } from "../../src/engine/kinds/index.ts";
import type { DownloadInit, Ports } from "../../src/engine/model/ports.ts";
import { ExportMenu } from "../../src/engine/table/ExportMenu.tsx";
import { Selection } from "../../src/engine/operation/selection.ts";
import { call, entityOf, field, mount, portsOf } from "./form-fixtures.tsx";
import { until } from "./table-fixtures.tsx";

afterEach(() => document.body.replaceChildren());

describe("the export panel", () => {
  it("names the columns that the file adds to the visible ones", async () => {
    const entity = entityOf(
      [
        field(kindList.text, "payee"),
        field(kindList.currency, "currency"),
        field(kindList.money, "amount", { currency: { field: "currency" } }),
      ],
      { calls: { export: call("export") } },
    );
    const said = async (columns: string[]) => {
      const { page, unmount } = await mount(
        <ExportMenu
          entity={entity}
          params={{}}
          columns={columns}
          offered={["payee", "currency", "amount"]}
          total={3}
          selection={new Selection("x")}
        />,
        portsOf(),
      );
      // happy-dom has no top layer; a browser would dispatch this event.
      await act(
        async () =>
          void page.querySelector("[popover]")!.dispatchEvent(Object.assign(new Event("toggle"), { newState: "open" })),
      );
      const text = await until(() => page.querySelector(".pt-export")?.textContent);
      unmount();
      return text;
    };
    expect(await said(["payee", "amount"])).toContain("显示的 2 列，另加currency");
    expect(await said(["payee", "currency", "amount"])).toContain("显示的 3 列全部");
  });

  it("shows why the file waits in the queue, and cancels it on request", async () => {
    const entity = entityOf([field(kindList.text, "payee")], { calls: { export: call("export") } });
    let init: DownloadInit = {};
    const download: Ports["download"] = (_, __, given = {}) =>
      new Promise((_resolve, reject) => {
        init = given;
        given.signal?.addEventListener("abort", () => reject(given.signal!.reason as Error));
      });
    const { page, unmount } = await mount(
      <ExportMenu
        entity={entity}
        params={{}}
        columns={["payee"]}
        offered={["payee"]}
        total={3}
        selection={new Selection("x")}
      />,
      portsOf({ download }),
    );
    await act(
      async () =>
        void page.querySelector("[popover]")!.dispatchEvent(Object.assign(new Event("toggle"), { newState: "open" })),
    );
    const buttons = () => [...page.querySelectorAll<HTMLButtonElement>(".pt-export button")];
    const said = () => page.querySelector(".pt-export [role=status]")?.firstChild?.textContent;
    await until(() => page.querySelector(".pt-export-go"));
    await act(async () => buttons()[0]!.click());
    expect(said()).toBe("正在生成文件…");
    await act(async () => init.onWaiting?.(1));
    expect(said()).toBe("前面还有您的 1 份导出，完成后自动开始这一份。");
    await act(async () => init.onWaiting?.(0));
    expect(said()).toBe("导出的人较多，正在排队，轮到后自动开始。");
    await act(async () =>
      buttons()
        .find(({ textContent }) => textContent === "取消导出")!
        .click(),
    );
    expect([
      init.signal?.aborted,
      said(),
      page.querySelector("[role=alert]"),
      buttons().some(({ disabled }) => disabled),
    ]).toEqual([true, undefined, null, false]);
    unmount();
  });

  it("offers CSV for Excel or for programs", async () => {
    const entity = entityOf([field(kindList.text, "payee")], { calls: { export: call("export") } });
    const asked: unknown[] = [];
    HTMLElement.prototype.hidePopover = () => undefined;
    const { page, unmount } = await mount(
      <ExportMenu
        entity={entity}
        params={{}}
        columns={["payee"]}
        offered={["payee"]}
        total={3}
        selection={new Selection("x")}
      />,
      portsOf({ download: async (_, body) => void asked.push(body) }),
    );
    await act(
      async () =>
        void page.querySelector("[popover]")!.dispatchEvent(Object.assign(new Event("toggle"), { newState: "open" })),
    );
    const csv = await until(() =>
      [...page.querySelectorAll<HTMLElement>(".pt-export-go button")].find(({ textContent }) => textContent === "CSV"),
    );
    await act(async () => csv.click());
    await act(async () => page.querySelectorAll<HTMLElement>("input[name=csv]")[1]!.click());
    await act(async () => csv.click());
    expect(asked).toEqual([
      { format: "csv", cols: "payee", excel: 1 },
      { format: "csv", cols: "payee" },
    ]);
    unmount();
  });

  it("asks for the payment password only for a file with full account numbers, and sends nothing without it", async () => {
    const covered = field(kindList.identifier, "account", { mask: { style: "account" }, reveal: true });
    const whole = call("reveal", { grant: "payees" });
    const entity = entityOf([field(kindList.text, "payee"), covered], {
      calls: { export: call("export"), reveal: whole },
      texts: { "field.account.label": "账号" },
    });
    const sent: unknown[] = [];
    const asked: unknown[] = [];
    let proof: string | undefined;
    const open = async (columns: string[], may = true) => {
      const ports = portsOf({
        granted: () => may,
        stepUp: async (...question) => (asked.push(question), proof),
        download: async (_, body, init) => void sent.push([body, init]),
      });
      const mounted = await mount(
        <ExportMenu
          entity={entity}
          params={{ size: 20, q: "x" }}
          columns={columns}
          offered={["payee", "account"]}
          total={3}
          selection={new Selection("x")}
        />,
        ports,
      );
      await act(
        async () =>
          void mounted.page
            .querySelector("[popover]")!
            .dispatchEvent(Object.assign(new Event("toggle"), { newState: "open" })),
      );
      await until(() => mounted.page.querySelector(".pt-export-go button"));
      return mounted;
    };
    for (const [columns, may] of [
      [["payee"], true],
      [["payee", "account"], false],
    ] as const) {
      const { page, unmount } = await open([...columns], may);
      expect(page.querySelector("input[type=checkbox]")).toBeNull();
      unmount();
    }
    const { page, unmount } = await open(["payee", "account"]);
    const go = async () => act(async () => page.querySelector<HTMLElement>(".pt-export-go button")!.click());
    await act(async () => page.querySelector<HTMLElement>("input[type=checkbox]")!.click());
    const shut: string[] = [];
    HTMLElement.prototype.hidePopover = () => void shut.push("closed");
    await go();
    expect(sent).toEqual([]);
    // The panel would otherwise cover the dialog.
    expect(shut).toEqual(["closed"]);
    proof = "proof";
    await go();
    const body = { q: "x", format: "xlsx", cols: "payee,account", whole: "1" };
    expect(asked).toEqual(Array.from({ length: 2 }, () => ["pay", entity.calls.export, body, "完整账号"]));
    expect(sent).toEqual([[body, expect.objectContaining({ proof: "proof" })]]);
    unmount();
  });
});
