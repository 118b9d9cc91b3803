// @vitest-environment happy-dom
/** Second step of the sign-in. */
import "./portal-options.ts";
import { expect, it, vi } from "vitest";
import { setSchemaLanguage } from "../../src/engine/app/data/schemas.ts";
import { SignInForm } from "../../src/engine/app/session/SignInForm.tsx";
import { button, click, control, described, mount, portsOf, settle, type } from "../engine/form-fixtures.tsx";

vi.mock("../../src/engine/app/client/i18n.ts", () => ({ t: (key: string) => key }));
setSchemaLanguage("zh");
/** Timeout for forms that load on demand. */
const PATIENCE = { timeout: 20_000 };

it("requires the second-factor code when the server asks for it, and signs nobody in without it [L8]", async () => {
  const call = vi.fn(async () => ({ needGoogle: true }));
  const onDone = vi.fn(async () => undefined);
  const { page, unmount } = await mount(
    <SignInForm username="maker@demo.portolan" onDone={onDone} />,
    portsOf({ call }),
  );
  await vi.waitFor(() => control(page, "登录密码"), PATIENCE);
  await type(control(page, "登录密码"), "Demo-Rose-1570");
  await click(button(page, "登录"));
  await vi.waitFor(() => control(page, "验证码"), PATIENCE);
  // The first step is not sent again.
  await click(button(page, "signIn"));
  await settle();
  expect(call).toHaveBeenCalledTimes(1);
  expect(described(control(page, "验证码"))).toBe("请输入验证码");
  // Whatever the server returns, a sign-in that still requires the code is not complete.
  await type(control(page, "验证码"), "123456");
  await click(button(page, "signIn"));
  await vi.waitFor(() => expect(call).toHaveBeenCalledTimes(2), PATIENCE);
  expect(onDone).not.toHaveBeenCalled();
  unmount();
});
