/**
 * rjsf theme with the look of our forms. Record forms render their values from the store. The parts that render rjsf's
 * own data are loaded with the first form that has no store.
 */
import type { ThemeProps } from "@rjsf/core";
import type {
  BaseInputTemplateProps,
  ErrorListProps,
  FieldTemplateProps,
  ObjectFieldTemplateProps,
  SubmitButtonProps,
  WidgetProps,
} from "@rjsf/utils";
import type { ComponentType } from "react";
import { createLazyPart } from "../react/lazy-part.tsx";
import type * as Templates from "./plain-templates.tsx";
import { ArrayField, ArrayFieldItemTemplate, ArrayFieldTemplate } from "./list-templates.tsx";

const plain = <P extends object>(choose: (templates: typeof Templates) => ComponentType<P>) =>
  createLazyPart<P>(() => import("./plain-templates.tsx").then(choose));

const ValueTemplate = plain<FieldTemplateProps>((parts) => parts.FieldTemplate);

/** Renders containers without a frame, since their own templates draw one. */
function FieldTemplate(props: FieldTemplateProps) {
  const { type } = props.schema;
  return type === "object" || type === "array" ? props.children : <ValueTemplate {...props} />;
}

/** Theme for `withTheme(theme)`. Anything not listed keeps rjsf's default. */
export const theme: ThemeProps = {
  fields: { ArrayField },
  templates: {
    FieldTemplate,
    ObjectFieldTemplate: plain<ObjectFieldTemplateProps>((parts) => parts.ObjectFieldTemplate),
    ArrayFieldTemplate,
    ArrayFieldItemTemplate,
    BaseInputTemplate: plain<BaseInputTemplateProps>((parts) => parts.BaseInputTemplate),
    ErrorListTemplate: plain<ErrorListProps>((parts) => parts.ErrorListTemplate),
    ButtonTemplates: { SubmitButton: plain<SubmitButtonProps>((parts) => parts.SubmitButton) },
  },
  widgets: {
    SelectWidget: plain<WidgetProps>((parts) => parts.SelectWidget),
    CheckboxWidget: plain<WidgetProps>((parts) => parts.CheckboxWidget),
    TextareaWidget: plain<WidgetProps>((parts) => parts.TextareaWidget),
  },
};
