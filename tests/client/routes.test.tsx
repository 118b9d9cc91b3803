// @vitest-environment happy-dom
/** Resolution of URLs: session and certification guards, redirects, unknown URLs, and layouts that stay mounted. */
import "./portal-options.ts";
import { act, useLayoutEffect } from "react";
import { createRoot } from "react-dom/client";
import { MemoryRouter, Outlet, useLocation, useNavigate, useRoutes } from "react-router-dom";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

const state = vi.hoisted(() => ({ isSignedIn: true, userStatus: 1, layouts: 0 }));
vi.mock("../../src/engine/app/client/session.ts", () => ({ isSignedIn: () => state.isSignedIn }));
vi.mock("../../src/engine/app/client/i18n.ts", () => ({ t: (key: string) => key }));
// The route table is labelled in the language of the schemas.
(await import("../../src/engine/app/data/schemas.ts")).setSchemaLanguage("en");
vi.mock("../../src/engine/react/ports-context.tsx", () => ({ usePorts: () => ({ lang: "en" }) }));
vi.mock("../../src/engine/react/lazy-part.tsx", () => ({
  createLazyPart: (_load: unknown, Fallback: () => React.ReactNode) => Fallback,
}));
vi.mock("../../src/engine/app/session/grants.tsx", () => ({
  useGrants: () => ({ user: { userStatus: state.userStatus } }),
}));
vi.mock("../../src/engine/app/layout/Layout.tsx", async () => {
  const { useState } = await import("react");
  return {
    Layout: ({ frame }: { frame?: { layout?: string } }) => {
      const [number] = useState(() => ++state.layouts);
      return (
        <div id="layout" data-number={number} data-layout={frame?.layout}>
          <Outlet />
        </div>
      );
    },
  };
});
vi.mock("../../src/engine/app/pages/PageView.tsx", () => ({
  PageView: ({ page }: { page: { id: string } }) => <p>{`page ${page.id}`}</p>,
}));
vi.mock("../../src/engine/app/pages/Gate.tsx", () => ({
  Gate: ({ label }: { label: string }) => <p>{`gate ${label}`}</p>,
}));
vi.mock("../../src/engine/app/pages/NotFound.tsx", () => ({ NotFound: () => <p>not found</p> }));
vi.mock("../../src/engine/app/pages/sign-in/SignIn.tsx", () => ({ SignIn: () => null }));
vi.mock("../../src/engine/app/prefetch.tsx", async () => {
  const { pageRoutes } = await import("../../src/engine/app/pages/page-routes.tsx");
  return { AuthenticatedApp: () => useRoutes(pageRoutes) };
});
const { Disclosure } = await import("../../src/engine/app/layout/Disclosure.tsx");
const { createRoutes } = await import("../../src/engine/app/routes.tsx");

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
const routes = createRoutes("en", () => undefined);
let go: (path: string) => Promise<void>;
let address = "";
let close = () => undefined as void;
function Portal() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useLayoutEffect(() => {
    go = (path) => act(async () => void navigate(path));
    address = pathname + search;
  });
  return (
    <>
      {useRoutes(routes)}
      <Disclosure button="">{() => null}</Disclosure>
    </>
  );
}
beforeEach(async () => {
  Object.assign(state, { isSignedIn: true, userStatus: 1 });
  const root = createRoot(document.body.appendChild(document.createElement("div")));
  await act(async () =>
    root.render(
      <MemoryRouter>
        <Portal />
      </MemoryRouter>,
    ),
  );
  close = () => {
    act(() => root.unmount());
    document.body.replaceChildren();
  };
});
afterEach(() => close());
const shown = () => document.body.textContent;
const layout = () => document.querySelector<HTMLElement>("#layout")!;

it("redirects a visitor to sign-in and back to the URL afterwards", async () => {
  state.isSignedIn = false;
  await go("/withdrawal?tab=records");
  expect(address).toBe("/login?next=%2Fwithdrawal%3Ftab%3Drecords");
  await go("/");
  expect(address).toBe("/login");
});

it("redirects a signed-in user from sign-in and the root to home", async () => {
  await go("/login");
  expect(address).toBe("/exchangerateInquiry");
  await go("/");
  expect(address).toBe("/exchangerateInquiry");
});

it("shows the gate instead of a page that needs certification, and other pages unchanged", async () => {
  state.userStatus = 4;
  await go("/withdrawal");
  expect(shown()).toBe("gate Pay CNY");
  await go("/personalCenter");
  expect(shown()).toBe("page R19");
});

it("follows configured redirects, and treats URLs as case-sensitive", async () => {
  await go("/intraCurrencyExchange");
  expect(address).toBe("/inraCurrencyExchange");
  await go("/no/such");
  expect(address).toBe("/404?from=%2Fno%2Fsuch");
  expect(shown()).toBe("not found");
  await go("/WITHDRAWAL");
  expect(address).toBe("/404?from=%2FWITHDRAWAL");
});

it("reloads a page of the portal, but of no other site", async () => {
  await go("/redirect?to=%2Fwithdrawal%3Ftab%3Dpay");
  expect(address).toBe("/withdrawal?tab=pay");
  await go("/redirect?to=%2F%2Felsewhere.test");
  expect(address).toBe("/exchangerateInquiry");
});

it("keeps the frame between pages", async () => {
  await go("/withdrawal");
  const { number } = layout().dataset;
  await go("/recharge");
  expect(shown()).toBe("page R23");
  expect(layout().dataset.number).toBe(number);
  await go("/virtualCard");
  expect(layout().dataset.layout).toBe("side");
});

it("closes a menu of the frame when another page opens, but not for another tab", async () => {
  const button = document.querySelector("button")!;
  await go("/withdrawal");
  await act(async () => button.click());
  await go("/withdrawal?tab=records");
  expect(button.getAttribute("aria-expanded")).toBe("true");
  await go("/recharge");
  expect(button.getAttribute("aria-expanded")).toBe("false");
});
