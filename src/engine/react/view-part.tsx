/** React parts of view types: what draws a view of `x-views`, each in its own chunk. */
import type { ComponentType, ReactNode } from "react";
import type { Entity, Row } from "../model/entity.ts";
import type { ViewOf, ViewPlan, ViewPlans } from "../model/views.ts";
import { createLazyPart } from "./lazy-part.tsx";

/** A page's list of an entity: what it is called, its address, and where its buttons lead. */
export interface ListProps {
  entity: Entity;
  title: string;
  /** Filters that the page sets and the user cannot change. */
  preset?: Row | undefined;
  columns?: readonly string[] | undefined;
  /** The page's URL parameters: the state of the list. */
  params: URLSearchParams;
  onParams(next: URLSearchParams, how: "push" | "replace"): void;
  /** Link to the create form; absent when the page has none. */
  create?: { label: string; href: string; go(): void } | undefined;
  /** Called after an action on the whole list, so that counters can be refetched. */
  onActed?: (() => void) | undefined;
  /** Switch between the modes of a view; drawn in the head. */
  modes?: ReactNode;
}
/** Props of a view's part. */
export interface ViewProps<View = ViewPlan> extends ListProps {
  /** Name of the view: its texts begin with `views.<id>.`. */
  id: string;
  view: View;
}
/** Part of one view type. */
export type ViewPart = ReturnType<typeof createLazyPart<ViewProps>>;
/** Parts of a product's view types by their name. */
export type ViewParts = Readonly<Record<string, ViewPart>>;

const isOf = <Type extends keyof ViewPlans>(view: { type: string }, type: Type): view is ViewOf<Type> =>
  view.type === type;

/**
 * Returns the part of a view type. `fetch` loads its component, with the first view of the type.
 * @example
 * const part = createViewPart("balances", async () => ({ title }) => <h1>{title}</h1>);
 */
export const createViewPart = <Type extends keyof ViewPlans>(
  type: Type,
  fetch: () => Promise<ComponentType<ViewProps<ViewOf<Type>>>>,
): ViewPart =>
  createLazyPart<ViewProps>(
    async () => {
      const Part = await fetch();
      return ({ view, ...props }) => (isOf(view, type) ? <Part {...props} view={view} /> : null);
    },
    () => null,
  );
