/** Changes reported as a risk: they loosen a control, change a price or expose more. */
import { describe, expect, it } from "vitest";
import { diffSchemas } from "../../tools/schemas/changes.ts";
import type { Risk } from "@portolan/engine/compiler";
import { computeLevel } from "../../tools/schemas/changes/change.ts";
import { event, fixturesOf, rule, type Edit } from "./changes-world.ts";
import { both, compiled } from "./parcels.ts";

describe("a change that loosens a control, changes a price or exposes more", () => {
  /** Parcels with guarded events, calls and fields; each case removes or restores one guard. */
  const guarded: Edit = (all) => {
    Object.assign(event(all, "send"), {
      said: both("Done"),
      grant: "parcel.review",
      not: "maker",
      stepUp: "pay+totp",
      when: "self.price < decimal('5000')",
      set: { note: "'sent'" },
      job: "party.review",
      notify: true,
    });
    Object.assign(all.parcel.properties["code"]!, { "x-once": true, "x-unique": true });
    all.parcel.properties["type"] = { type: "string", readOnly: true, "x-label": both("Type") };
    all.parcel.properties["code"]!["x-mask"] = { style: "id" };
    all.parcel.properties["fee"] = {
      type: "string",
      format: "decimal",
      "x-currency": "CNY",
      readOnly: true,
      "x-compute": "self.price * decimal('0.01')",
      "x-label": both("Fee"),
    };
    event(all, "post")["money"] = [{ from: "avail", to: "hold", amount: "self.price + self.fee", currency: "CNY" }];
    Object.assign(event(all, "stop"), { said: both("Stopped"), money: "release" });
    all.parcel["x-lifecycle"].states["sent"]!["final"] = false;
    all.parcel["x-rules"].push({
      id: "least",
      at: "price",
      assert: "self.price >= decimal('1')",
      authority: "server",
      message: both("Too little"),
    });
    all.parcel["x-rules"].push({
      id: "limit",
      at: "price",
      assert: "self.price <= channel.most",
      message: both("Too much"),
    });
    all.parcel.properties["twin"] = {
      type: "string",
      "x-label": both("Twin"),
      "x-ref": { entity: "parcel", label: "{no}", where: { status: ["sent"] } },
    };
    Object.assign(all.parcel["x-lifecycle"], { frozen: ["price", "size", "fee"] });
    all.constants["wrapFee"] = { id: "K2", value: "40", unit: "CNY", source: "here" };
    all.parcel.properties["price"]!["x-once"] = true;
    (all.parcel["x-calls"]["update"] as Record<string, unknown>)["guards"] = ["note"];
  };
  const rows: [title: string, edit: Edit, at: string, what: string, risk: Risk][] = [
    ["a maker may review", (all) => delete event(all, "send")["not"], "parcel.send", "not-changed", "control-loosened"],
    [
      "an event without its grant",
      (all) => delete event(all, "send")["grant"],
      "parcel.send",
      "grant-changed",
      "control-loosened",
    ],
    [
      "another grant",
      (all) => (event(all, "send")["grant"] = "parcel.look"),
      "parcel.send",
      "grant-changed",
      "control-loosened",
    ],
    [
      "a weaker step-up",
      (all) => (event(all, "send")["stepUp"] = "pay"),
      "parcel.send",
      "step-up-changed",
      "control-loosened",
    ],
    [
      "an event without its condition",
      (all) => delete event(all, "send")["when"],
      "parcel.send",
      "when-changed",
      "control-loosened",
    ],
    [
      "an event without its job",
      (all) => delete event(all, "send")["job"],
      "parcel.send",
      "job-changed",
      "control-loosened",
    ],
    [
      "an event that fills a field no more",
      (all) => delete event(all, "send")["set"],
      "parcel.send",
      "set-changed",
      "control-loosened",
    ],
    [
      "an event that notifies no more",
      (all) => delete event(all, "send")["notify"],
      "parcel.send",
      "notify-changed",
      "control-loosened",
    ],
    [
      "an event that no longer asks for a field",
      (all) => delete event(all, "stop")["needs"],
      "parcel.stop",
      "no-longer-needed",
      "control-loosened",
    ],
    [
      "a field that may be changed later",
      ({ parcel }) => delete parcel.properties["code"]!["x-once"],
      "parcel.code",
      "once-removed",
      "control-loosened",
    ],
    [
      "values that may repeat",
      ({ parcel }) => delete parcel.properties["code"]!["x-unique"],
      "parcel.code",
      "unique-removed",
      "control-loosened",
    ],
    [
      "a call without the payment password",
      ({ parcel }) => delete (parcel["x-calls"]["update"] as Record<string, unknown>)["stepUp"],
      "parcel.update",
      "step-up-changed",
      "control-loosened",
    ],
    ["a form without its gate", ({ parcel }) => (parcel["x-gates"] = []), "parcel", "gate-removed", "control-loosened"],
    ["a public page", ({ pages }) => (pages[1]!["access"] = "public"), "/ask", "access-widened", "control-loosened"],
    [
      "a removed rule of the server",
      ({ parcel }) => (parcel["x-rules"] = parcel["x-rules"].filter(({ id }) => id !== "least")),
      "parcel.least",
      "rule-removed",
      "control-loosened",
    ],
    [
      "a weakened rule of the server",
      (all) => (rule(all, "least")["assert"] = "true"),
      "parcel.least",
      "rule-changed",
      "control-loosened",
    ],
    [
      "a rule of the server in fewer cases",
      (all) => (rule(all, "least")["when"] = "self.price > decimal('9000')"),
      "parcel.least",
      "rule-changed",
      "control-loosened",
    ],
    [
      "a removed channel limit",
      ({ parcel }) => (parcel["x-rules"] = parcel["x-rules"].filter(({ id }) => id !== "limit")),
      "parcel.limit",
      "rule-removed",
      "control-loosened",
    ],
    [
      "a weakened channel limit",
      (all) => (rule(all, "limit")["when"] = "self.price > decimal('9000')"),
      "parcel.limit",
      "rule-changed",
      "control-loosened",
    ],
    [
      "a reference to any record",
      ({ parcel }) => delete (parcel.properties["twin"]!["x-ref"] as Record<string, unknown>)["where"],
      "parcel.twin",
      "ref-changed",
      "control-loosened",
    ],
    [
      "a field that becomes optional",
      ({ parcel }) => (parcel["x-require"] = {}),
      "parcel.note",
      "require-changed",
      "control-loosened",
    ],
    [
      "guesses without a limit",
      ({ contexts }) => delete contexts["user"].guess,
      "contexts.user",
      "guess-removed",
      "control-loosened",
    ],
    [
      "another fee of all",
      ({ constants }) => (constants["wrapFee"].value = "30"),
      "constants.wrapFee",
      "constant-changed",
      "price-changed",
    ],
    [
      "a lower fee",
      ({ parcel }) => (parcel.properties["fee"]!["x-compute"] = "self.price * decimal('0.009')"),
      "parcel.fee",
      "compute-changed",
      "price-changed",
    ],
    [
      "other money",
      (all) => (event(all, "post")["money"] = [{ from: "avail", to: "hold", amount: "self.price", currency: "CNY" }]),
      "parcel.post",
      "money-changed",
      "price-changed",
    ],
    [
      "an account without its mask",
      ({ parcel }) => delete parcel.properties["code"]!["x-mask"],
      "parcel.code",
      "mask-removed",
      "exposure-widened",
    ],
    [
      "a mask in fewer places",
      ({ parcel }) => (parcel.properties["code"]!["x-mask"] = { style: "id", whole: ["list"] }),
      "parcel.code",
      "mask-changed",
      "exposure-widened",
    ],
  ];
  const from = compiled(guarded);
  const to = (edit: Edit) => compiled((all) => (guarded(all), edit(all)));
  it.each(rows)("%s needs a reason", (_title, edit, at, what, risk) => {
    const change = diffSchemas(from, to(edit), fixturesOf).find((one) => one.at === at && one.what === what);
    expect([change?.risk, change && computeLevel(change)]).toEqual([risk, "breaking"]);
  });
  it("the reverse of such a change needs no reason", () => {
    for (const [title, edit, at, what] of rows) {
      // A different grant or amount: neither direction is stricter.
      if (title === "another grant" || /^(compute|money|constant)-changed$/.test(what)) continue;
      const change = diffSchemas(to(edit), from, fixturesOf).find(
        (one) =>
          one.at === at &&
          one.what.replace(/-(added|removed|narrowed|widened)$/, "") ===
            what.replace(/-(added|removed|narrowed|widened)$/, ""),
      );
      expect([title, change?.risk]).toEqual([title, undefined]);
    }
  });
});
