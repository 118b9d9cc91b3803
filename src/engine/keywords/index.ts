/**
 * The core vocabulary: keywords, kinds, formats, effects and views that every product needs. Keywords outside all
 * vocabularies are rejected.
 */
import { actions } from "./actions.ts";
import { createCalls } from "./calls.ts";
import { create } from "./create.ts";
import { allOf, dependentRequired, elseKeyword, ifKeyword, oneOf, thenKeyword } from "./branches.ts";
import { comment } from "./comment.ts";
import { createCompute } from "./compute.ts";
import { constKeyword } from "./const.ts";
import { countdown } from "./countdown.ts";
import { currency } from "./currency.ts";
import { defaultKeyword } from "./default.ts";
import { defs } from "./defs.ts";
import { detail } from "./detail.ts";
import { createEntity } from "./entity.ts";
import { empty } from "./empty.ts";
import { enumKeyword } from "./enum.ts";
import { examples } from "./examples.ts";
import { file } from "./file.ts";
import { form } from "./form.ts";
import { createFormat } from "./format.ts";
import { formerly } from "./formerly.ts";
import { gates } from "./gates.ts";
import { help } from "./help.ts";
import { id } from "./id.ts";
import { items } from "./items.ts";
import { kinds } from "../kinds/index.ts";
import { formats } from "../kinds/string-formats.ts";
import { patterns } from "../kinds/string-patterns.ts";
import type { Vocabulary } from "../schema/dialect.ts";
import { createKind } from "./kind.ts";
import { label } from "./label.ts";
import { createLifecycle } from "../lifecycle/keyword.ts";
import { createCascade } from "../lifecycle/effect-keywords/cascade.ts";
import { job } from "../lifecycle/effect-keywords/job.ts";
import { notify } from "../lifecycle/effect-keywords/notify.ts";
import { limits } from "./limits.ts";
import { links } from "./links.ts";
import { list } from "./list.ts";
import { live } from "./live.ts";
import { local } from "./local.ts";
import { mask } from "./mask.ts";
import { messages } from "./messages.ts";
import { once } from "./once.ts";
import { options } from "./options.ts";
import { pattern } from "./pattern.ts";
import { aliases } from "./aliases.ts";
import { placeholder } from "./placeholder.ts";
import { properties } from "./properties.ts";
import { readOnly } from "./readOnly.ts";
import { receipt } from "./receipt.ts";
import { record } from "./record.ts";
import { ref } from "./ref.ts";
import { reference } from "./reference.ts";
import { require } from "./require.ts";
import { required } from "./required.ts";
import { reveal } from "./reveal.ts";
import { rules } from "./rules.ts";
import { lookup } from "./lookup.ts";
import { createSays } from "./says.ts";
import { sealed } from "./sealed.ts";
import { send } from "./send.ts";
import { sensitive } from "./sensitive.ts";
import { show } from "./show.ts";
import { single } from "./single.ts";
import { step } from "./step.ts";
import { summary } from "./summary.ts";
import { suggest } from "./suggest.ts";
import { topType } from "./topType.ts";
import { type } from "./type.ts";
import { valueLimits } from "./value-limits.ts";
import { createUnit } from "./unit.ts";
import { unique } from "./unique.ts";
import { activity } from "../view-types/activity.ts";
import { detailCards } from "../view-types/detail-cards.ts";
import { directory } from "../view-types/directory.ts";
import { inbox } from "../view-types/inbox.ts";
import { report } from "../view-types/report.ts";
import { settings } from "../view-types/settings.ts";
import { createViews } from "./views.ts";
import { writeOnly } from "./writeOnly.ts";

const keywords: Vocabulary["keywords"] = [
  // JSON Schema keywords.
  type,
  ref,
  enumKeyword,
  constKeyword,
  pattern,
  createFormat,
  ...valueLimits,
  items,
  readOnly,
  writeOnly,
  defaultKeyword,
  examples,
  comment,
  // Field keywords.
  limits,
  createKind,
  label,
  aliases,
  formerly,
  help,
  placeholder,
  createUnit,
  messages,
  currency,
  step,
  options,
  reference,
  record,
  file,
  mask,
  reveal,
  sensitive,
  createCompute,
  live,
  countdown,
  unique,
  single,
  once,
  local,
  sealed,
  send,
  lookup,
  suggest,
  // Entity keywords.
  id,
  topType,
  properties,
  required,
  oneOf,
  ifKeyword,
  thenKeyword,
  elseKeyword,
  allOf,
  dependentRequired,
  defs,
  createEntity,
  createLifecycle,
  createSays,
  rules,
  show,
  require,
  gates,
  form,
  summary,
  list,
  empty,
  create,
  detail,
  receipt,
  createCalls,
  actions,
  links,
  createViews,
];

/**
 * The core vocabulary, which a dialect lists first.
 * @example
 * const issues = createDialect({ ...dialect, vocabularies: [core] });
 */
export const core: Vocabulary = {
  keywords,
  kinds,
  effects: [job, createCascade, notify],
  views: [activity, detailCards, directory, inbox, report, settings],
  formats,
  patterns,
};
