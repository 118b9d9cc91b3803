// @vitest-environment happy-dom
/** Findings are displayed in the language of the workbench. */
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { parseJson } from "@portolan/engine/compiler";
import { Findings } from "../../tools/workbench/page/ProblemsPanel.tsx";
import { setPageLang } from "../../tools/workbench/page/texts.ts";

it.each([
  ["zh", "&quot;type&quot; 在这里写了两次"],
  ["en", "&quot;type&quot; stands here twice"],
] as const)("a finding is shown in %s", (lang, told) => {
  setPageLang(lang);
  const { findings } = parseJson("schemas/entities/sample.json", '{ "type": "object",\n  "type": "object" }');
  const page = renderToStaticMarkup(<Findings findings={findings} onSpot={() => undefined} />);
  expect(page).toContain(told);
  expect(page).toContain("schemas/entities/sample.json:2:3");
});
