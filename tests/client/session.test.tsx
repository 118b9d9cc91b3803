// @vitest-environment happy-dom
/** No state of one user's page remains for the next user who signs in. */
import "./portal-options.ts";
import { act, useEffect } from "react";
import { createRoot } from "react-dom/client";
import { MemoryRouter, useNavigate } from "react-router-dom";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

const person = vi.hoisted(() => ({ current: undefined as { user: { userId: string } } | undefined }));
const cookie = (name: string) => new RegExp(`${name}=(\\w+)`).exec(document.cookie)?.[1];
vi.mock("../../src/engine/app/client/i18n.ts", () => ({ t: (key: string) => key }));
vi.mock("../../src/engine/app/session/ProofForm.tsx", () => ({
  prepareProofForm:
    async ({ about }: { about?: string }) =>
    () => <p>{about}</p>,
}));
vi.mock("../../src/engine/app/session/user.ts", () => ({
  getCurrentUser: () => person.current,
  forgetUser: () => (person.current = undefined),
  loadUser: async () => (person.current = { user: { userId: cookie("userId")! } }),
}));
vi.mock("../../src/engine/app/session/SignInForm.tsx", () => ({
  SignInForm: ({ onDone }: { onDone(): Promise<void> }) => (
    <button type="button" id="sign-in" onClick={() => void onDone()}>
      sign in
    </button>
  ),
}));

vi.mock("ofetch", () => ({
  ofetch: {
    raw: async () => ({
      status: 500,
      headers: new Headers(),
      redirected: false,
      _data: { code: 5000, message: "System exception!", map: {}, traceId: "0123456789abcdef" },
    }),
  },
}));

const { send } = await import("../../src/engine/app/client/http.ts");
const { Toasts } = await import("../../src/engine/app/feedback/Toasts.tsx");
const { SessionEvents } = await import("../../src/engine/app/session/SessionEvents.tsx");
const { requestProof: askProof, StepUp } = await import("../../src/engine/app/session/StepUp.tsx");
const { clearUnfinished, hasUnfinished, registerUnfinished } =
  await import("../../src/engine/app/feedback/leave-guard.ts");
const { endSession } = await import("../../src/engine/app/client/session.ts");

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
const wait = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)));
const signInButton = () => document.querySelector<HTMLButtonElement>("#sign-in");
const come = (id: string) => {
  document.cookie = "merToken=x";
  document.cookie = `userId=${id}`;
};
const assign = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
const elsewhere = new BroadcastChannel("portolan.session");
let close = () => undefined as void;
let go: (path: string) => void;
function Mover() {
  const navigate = useNavigate();
  useEffect(() => {
    go = navigate;
  }, [navigate]);
  return null;
}
async function open() {
  const page = document.body.appendChild(document.createElement("div"));
  const root = createRoot(page);
  await act(async () =>
    root.render(
      <MemoryRouter>
        <Mover />
        <SessionEvents />
        <StepUp />
        <Toasts />
      </MemoryRouter>,
    ),
  );
  close = () => {
    act(() => root.unmount());
    page.remove();
  };
}
async function again(id: string) {
  await vi.waitFor(
    async () => {
      await wait();
      expect(signInButton()).not.toBeNull();
    },
    { timeout: 20_000 },
  );
  come(id);
  await act(async () => signInButton()!.click());
  await wait();
}
beforeEach(async () => {
  assign.mockClear();
  come("anna");
  person.current = { user: { userId: "anna" } };
  await open();
});
afterEach(() => {
  close();
  clearUnfinished();
});

it("an unfinished form survives a new sign-in of the same user, and is discarded for another [S14]", async () => {
  registerUnfinished({});
  act(() => endSession("expired"));
  await again("anna");
  expect(hasUnfinished()).toBe(true);
  expect(signInButton()).toBeNull();
  expect(assign).not.toHaveBeenCalled();
  act(() => endSession("expired"));
  await again("bert");
  // The next user is not asked to confirm leaving the previous user's input.
  expect(hasUnfinished()).toBe(false);
  expect(assign).toHaveBeenCalledExactlyOnceWith("/");
});

it("a sign-in in another tab keeps the page for the same user, and reloads it for another", async () => {
  registerUnfinished({});
  act(() => endSession("expired"));
  come("anna");
  elsewhere.postMessage("signedIn");
  await vi.waitFor(
    async () => {
      await wait();
      expect(person.current?.user.userId).toBe("anna");
    },
    { timeout: 20_000 },
  );
  expect(hasUnfinished()).toBe(true);
  expect(assign).not.toHaveBeenCalled();
  come("bert");
  elsewhere.postMessage("signedIn");
  await vi.waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith("/"), { timeout: 20_000 });
  expect(hasUnfinished()).toBe(false);
});

it("a page restored from the back/forward cache reloads if its user has signed out", async () => {
  const back = () => act(() => void window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true })));
  registerUnfinished({});
  back();
  expect(assign).not.toHaveBeenCalled();
  document.cookie = "merToken=; max-age=0";
  document.cookie = "userId=; max-age=0";
  back();
  expect(assign).toHaveBeenCalledExactlyOnceWith("/");
  expect(hasUnfinished()).toBe(false);
});

it("the payment password dialog closes with the page that opened it", async () => {
  let proof: string | undefined = "open";
  void askProof("pay", { method: "POST", path: "/x" }, {}, "1,000.00 CNY").then((given) => (proof = given));
  await vi.waitFor(
    async () => {
      await wait();
      expect(document.body.textContent).toContain("1,000.00 CNY");
    },
    { timeout: 20_000 },
  );
  act(() => endSession("signedOut"));
  await wait();
  expect(proof).toBeUndefined();
  expect(document.body.textContent).not.toContain("1,000.00 CNY");
  void askProof("pay", { method: "POST", path: "/x" }, {}).then((given) => (proof = given ?? "none"));
  act(() => go("/elsewhere"));
  await wait();
  expect(proof).toBe("none");
});

it("a server error is shown in the specified words, and with a proof as an unknown result [M6]", async () => {
  const noticed = () => document.querySelector(".toast")?.textContent ?? "";
  const asked = async (proof?: string) => {
    await act(
      async () => void (await send({ method: "POST", path: "/x" }, {}, proof ? { proof } : {}).catch(() => undefined)),
    );
    const text = noticed();
    await act(async () => document.querySelector<HTMLButtonElement>(".toast .icon-btn")!.click());
    return text;
  };
  expect(await asked()).toMatch(/^systemExceptionsystemException\.help traceId/);
  const unknown = await asked("proof");
  expect(unknown).toMatch(/^systemExceptionsystemException\.unknown traceId/);
});
