/**
 * Writes a receipt or a fact sheet as a PDF: the same lines as on screen, in both languages, followed by the rows in
 * `x-receipt.rows`.
 */
import {
  receiptTexts as words,
  formatWallClock,
  formatZone,
  type Entity,
  type LocalizedText,
  type Receipt,
  type ReceiptLine,
} from "@portolan/engine";
import type { Block, Paragraph, Table } from "../pdf/blocks.ts";
import type { Span } from "../pdf/lines.ts";
import { writePdf } from "../pdf/write-pdf.ts";
import type { ReceiptRows } from "./receipt-rows.ts";

/** Font sizes, and the height of the space for the company chop, in points. */
const [TITLE, SUBTITLE, AMOUNT, LINE, ROW, CHOP] = [16, 10, 20, 9, 7.5, 112];
/** Width of the page in ems of the rows. */
const ROW_EMS = 66;
const BRAND = "Portolan";

export interface PdfOptions {
  entity: Entity;
  rows?: ReceiptRows | undefined;
  /** Time of issue in milliseconds since the epoch. */
  issued: number;
}

export const getTitle = ({ title, named }: Receipt): LocalizedText =>
  named ? title : { zh: `${title.zh}${words.receipt.zh}`, en: `${title.en} · ${words.receipt.en}` };

export async function writeReceipt(receipt: Receipt, options: PdfOptions): Promise<Buffer> {
  const title = getTitle(receipt);
  return writePdf({
    title: `${title.zh} ${title.en} ${receipt.number}`,
    at: options.issued,
    foot: [{ text: `${BRAND} · ${receipt.code}`, quiet: true }],
    blocks: [
      { title: [createHeading(title.zh), createSubtitle(title.en)], aside: [createAside(BRAND)] },
      ...(await drawFacts(receipt, options)),
      ...(options.rows ? drawRows(options.rows) : []),
      ...drawEnd(receipt, options),
    ],
  });
}

const createHeading = (text: string): Paragraph => ({ spans: [{ text, bold: true }], size: TITLE });
const createSubtitle = (text: string): Paragraph => ({ spans: [{ text, quiet: true }], size: SUBTITLE });
const createAside = (text: string): Paragraph => ({ spans: [{ text, bold: true }], size: SUBTITLE, align: "end" });
const createSpans = ({ zh, en }: LocalizedText): Span[] =>
  zh === en ? [{ text: zh }] : [{ text: `${zh} ` }, { text: en, quiet: true }];
const createCell = (spans: Span[], size: number, align?: "end"): Paragraph[] => [
  { spans, size, ...(align && { align }) },
];

const listFacts = (facts: readonly [label: LocalizedText, value: Span[]][], after: number): Table => ({
  widths: [40, 60],
  frame: "line",
  rows: facts.map(([label, value]) => ({ cells: [createCell(createSpans(label), LINE), createCell(value, LINE)] })),
  after,
});

async function drawFacts(receipt: Receipt, { entity, issued }: PdfOptions): Promise<Block[]> {
  const { dialect } = entity;
  const main = findAmount(receipt, entity.list.card?.amount);
  return [
    listFacts(
      [
        [receipt.named ? words.reference : words.number, [{ text: receipt.number, bold: true }]],
        ...(dialect.tenant
          ? [[dialect.tenant.label, [{ text: receipt[dialect.tenant.word] ?? "" }]] satisfies [LocalizedText, Span[]]]
          : []),
        [words.issued, [{ text: formatClock(issued, entity) }]],
      ],
      14,
    ),
    ...(main ? await drawAmount(main, entity, receipt.named) : []),
    ...receipt.groups.flatMap(({ label, lines }): Block[] => {
      const shown = lines.filter((line) => line !== main && line.text.zh !== receipt.number);
      if (shown.length === 0) return [];
      return [
        ...(label
          ? [{ spans: createSpans(label).map((span) => ({ ...span, bold: true as const })), size: LINE, after: 2 }]
          : []),
        listFacts(
          shown.map((line) => [
            line.label,
            [
              ...createSpans(line.text),
              ...(line.currency ? [{ text: ` ${line.currency}`, quiet: true as const }] : []),
            ],
          ]),
          12,
        ),
      ];
    }),
  ];
}

const formatClock = (ms: number, { dialect: { zone } }: Entity): string =>
  `${formatWallClock(ms, zone)} ${formatZone(zone)}`;

const findAmount = ({ groups }: Receipt, name: string | undefined): ReceiptLine | undefined => {
  const lines = groups.flatMap((group) => group.lines);
  return lines.find((line) => line.name === name && line.currency) ?? lines.find((line) => line.currency);
};

/** Draws the amount in large type, and on a receipt also in words if its currency can be spelled out. */
async function drawAmount(
  { label, text, currency, value }: ReceiptLine,
  { dialect: { spellAmount } }: Entity,
  named: true | undefined,
): Promise<Block[]> {
  const spelled =
    !named && spellAmount?.currency === currency && value !== undefined ? await spellAmount?.spell(value) : undefined;
  return [
    { rule: "mark", after: 8 },
    { spans: createSpans(label), size: LINE, after: 0 },
    {
      spans: [
        { text: text.zh, bold: true },
        { text: ` ${currency ?? ""}`, quiet: true },
      ],
      size: AMOUNT,
      after: spelled ? 0 : 8,
    },
    ...(spelled
      ? [
          {
            spans: [...createSpans(words.capitals), { text: ` ${spelled}`, bold: true as const }],
            size: LINE,
            after: 8,
          },
        ]
      : []),
    { rule: "mark", after: 14 },
  ];
}

const drawTexts = ({ zh, en }: LocalizedText, align?: "end"): Paragraph[] => [
  ...createCell([{ text: zh }], ROW, align),
  ...(zh === en ? [] : createCell([{ text: en, quiet: true }], ROW, align)),
];

/** Returns the widths of the columns. Texts are narrowed to the page, where they wrap, and figures are not. */
function fitColumns(columns: ReceiptRows["columns"]): number[] {
  const sum = (isFigure: boolean) =>
    columns.filter(({ end }) => end === isFigure).reduce((all, { share }) => all + share, 0);
  const narrow = Math.min(1, (ROW_EMS - sum(true)) / sum(false));
  return columns.map(({ end, share }) => (end ? share : share * narrow));
}

function drawRows({ columns, rows }: ReceiptRows): Block[] {
  return [
    {
      widths: fitColumns(columns),
      frame: "line",
      headed: true,
      rows: [
        {
          cells: columns.map(({ label, end }): Paragraph[] => [
            { spans: [{ text: label.zh, bold: true }], size: ROW, ...(end && { align: "end" as const }) },
            { spans: [{ text: label.en, quiet: true }], size: ROW, ...(end && { align: "end" as const }) },
          ]),
        },
        ...rows.map((row) => ({
          cells: row.map((text, index) => drawTexts(text, columns[index]?.end ? "end" : undefined)),
        })),
      ],
      after: 16,
    },
  ];
}

/** Draws the state, the check code, instructions for verifying it, and the space for the company chop. */
function drawEnd(receipt: Receipt, { entity }: PdfOptions): Block[] {
  const { status, completedAt, code } = receipt;
  return [
    { rule: "mark", after: 0 },
    listFacts(
      [
        ...(status ? [[words.status, createSpans(status)] satisfies [LocalizedText, Span[]]] : []),
        ...(completedAt
          ? [
              [words.completed, [{ text: formatClock(Date.parse(completedAt), entity) }]] satisfies [
                LocalizedText,
                Span[],
              ],
            ]
          : []),
        [words.code, [{ text: code, bold: true }]],
      ],
      12,
    ),
    {
      widths: receipt.named ? [1] : [74, 26],
      ...(receipt.named ? { frame: "line" as const } : { frame: "last" as const }),
      rows: [
        {
          cells: [
            [
              { spans: [{ text: words.verify.zh, quiet: true }], size: LINE },
              { spans: [{ text: words.verify.en, quiet: true }], size: LINE },
            ],
            ...(receipt.named ? [] : [[{ spans: createSpans(words.chop), size: ROW }]]),
          ],
          ...(receipt.named ? {} : { height: CHOP }),
        },
      ],
    },
  ];
}
