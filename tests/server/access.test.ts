import { describe, expect, it } from "vitest";
import { getSignedInLevel, hasAccess, type AccessRule } from "../../server/core/access.ts";
import type { Access } from "@portolan/engine";

const schemas: AccessRule["schemas"] = {
  dialect: { access: { levels: ["public", "session", "certified"], default: "certified" } },
};
const allowed = (rule: AccessRule) => schemas.dialect.access.levels.filter((level) => hasAccess(rule, level, 1));

describe("a user", () => {
  it.each([
    ["public", ["public"]],
    ["session", ["public", "session"]],
    ["certified", ["public", "session", "certified"]],
  ] satisfies [Access, Access[]][])("with access level %s may send calls of levels %j", (level, may) => {
    expect(allowed({ schemas, getAccessLevel: () => level })).toEqual(may);
  });
  it("may send calls of the level above that of visitors when the product has no access rule", () => {
    expect(allowed({ schemas, getAccessLevel: getSignedInLevel(schemas) })).toEqual(["public", "session"]);
  });
  it("may not send calls of a level that the dialect does not define", () => {
    const rule = { schemas, getAccessLevel: (): Access => "certified" };
    expect(hasAccess(rule, "operator" as Access, 1)).toBe(false);
  });
});
