/** Pages of visitors besides sign-in: registration and the legal documents. */
import type { ComponentType } from "react";
import type { VisitorView, VisitorViewProps } from "@portolan/engine/app";
import { createLazyPart } from "@portolan/engine/ui";

const createView = (
  title: string,
  among: VisitorView["among"],
  load: () => Promise<ComponentType<VisitorViewProps>>,
): VisitorView => ({
  title,
  among,
  part: createLazyPart<VisitorViewProps>(load, () => <div className="skeleton" style={{ height: 496 }} aria-hidden />),
});
const loadDocument = () => import("./Agreement.tsx").then((module) => module.Document);

/** Views by name: each opens at `/login?view=<name>`. */
export const visitorViews = {
  register: createView("register", "actions", () => import("./Register.tsx").then((module) => module.Register)),
  agreement: createView("document.agreement", "documents", loadDocument),
  privacy: createView("document.privacy", "documents", loadDocument),
};
