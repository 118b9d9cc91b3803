/** Components that render the view types of `x-views`, each in its own chunk. */
import type { ComponentType, ReactNode } from "react";
import type { Entity, Row } from "../model/entity.ts";
import type { ViewOf, ViewPlan, ViewPlans } from "../model/views.ts";
import { createLazyPart } from "./lazy-part.tsx";

/** Link from a list to another part of its page. */
export interface ListLink {
  label: string;
  href: string;
  go(): void;
}
/** A list of an entity on a page: its title, its URL, and where its buttons lead. */
export interface ListProps {
  entity: Entity;
  title: string;
  /** Filters set by the page that the user cannot change. */
  preset?: Row | undefined;
  columns?: readonly string[] | undefined;
  /** The page's URL parameters, which hold the state of the list. */
  params: URLSearchParams;
  onParams(next: URLSearchParams, how: "push" | "replace"): void;
  /** Link to the create form. Undefined when the page has none. */
  create?: ListLink | undefined;
  /** Link to the import of records from a file. Undefined when the page has none under the list. */
  importFile?: ListLink | undefined;
  /** Links to the lists and reports that stand under this list on its page. */
  under?: readonly ListLink[] | undefined;
  /** Called after an action on the whole list, so that counters can be refetched. */
  onActed?: (() => void) | undefined;
  /** Switch between the modes of a view, rendered in the header. */
  modes?: ReactNode;
  /** Set where the view is part of another page: the content before its records. The view then has no header. */
  embedded?: ReactNode;
}
/** Props of a view's component. */
export interface ViewProps<View = ViewPlan> extends ListProps {
  /** Id of the view. Its text keys begin with `views.<id>.`. */
  id: string;
  view: View;
}
/** Component of a view type. */
export type ViewPart = ReturnType<typeof createLazyPart<ViewProps>>;
/** Components of a product's view types by type name. */
export type ViewParts = Readonly<Record<string, ViewPart>>;

const isOf = <Type extends keyof ViewPlans>(view: { type: string }, type: Type): view is ViewOf<Type> =>
  view.type === type;

/**
 * Creates the component of a view type. `fetch` loads it with the first view of that type.
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
