/** Evaluates the subset of PromQL that the alert rules use, on scrapes of `/metrics`. */

/** A sample of a scrape. */
interface Sample {
  name: string;
  labels: Readonly<Record<string, string>>;
  value: number;
}
type Vector = readonly Pick<Sample, "labels" | "value">[];

/** Parses a scrape. */
export const parseScrape = (text: string): Sample[] =>
  [...text.matchAll(/^([a-z_]\w*)(?:\{(.*)\})? (\S+)$/gm)].map(([, name = "", labels = "", value]) => ({
    name,
    labels: Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, text]) => [key!, text!])),
    value: Number(value),
  }));

const sameLabels = (one: Sample, other: Sample) => JSON.stringify(one.labels) === JSON.stringify(other.labels);

function select(text: string, samples: readonly Sample[]): Sample[] {
  const [, name, label, value] = /^(\w+)(?:\{(\w+)="(\w+)"\})?$/.exec(text) ?? [];
  if (name === undefined) throw new Error(`not understood: ${text}`);
  return samples.filter((sample) => sample.name === name && (label === undefined || sample.labels[label] === value));
}

/** Two consecutive scrapes, older one first. */
export interface Scrapes {
  before: readonly Sample[];
  now: readonly Sample[];
}

/** Returns the quantile of a histogram's observations between two scrapes: the bound of the bucket in which it lies, 0 without observations. */
function computeQuantile(share: number, name: string, scrapes: Scrapes): Vector {
  const counts = evaluate(`sum by (le) (increase(${name}[5m]))`, scrapes);
  const toBound = ({ labels: { le = "" } }: Vector[number]) => (le === "+Inf" ? Infinity : Number(le));
  const sorted = counts.toSorted((a, b) => toBound(a) - toBound(b));
  const wanted = share * (sorted.at(-1)?.value ?? 0);
  const bucket = wanted > 0 ? sorted.find(({ value }) => value >= wanted) : undefined;
  return [{ labels: {}, value: bucket ? toBound(bucket) : 0 }];
}

function evaluate(text: string, scrapes: Scrapes): Vector {
  const [, share, histogram] =
    /^histogram_quantile\(([\d.]+), sum by \(le\) \(rate\((\w+)\[5m\]\)\)\)$/.exec(text) ?? [];
  if (histogram !== undefined) return computeQuantile(Number(share), histogram, scrapes);
  const sum = text.split(/ \+ (?=\w+\()/);
  if (sum.length > 1) {
    const parts = sum.map((one) => evaluate(one, scrapes));
    if (parts.some((part) => part.length === 0)) return [];
    return [{ labels: {}, value: parts.reduce((total, [one]) => total + (one?.value ?? 0), 0) }];
  }
  const [, outer = "", by, inner = ""] = /^(max|sum|abs|increase)(?: by \((\w+)\) ?)?\((.+)\)$/.exec(text) ?? [];
  if (outer === "") return select(text, scrapes.now);
  if (outer === "increase") {
    const selector = inner.replace(/\[\w+\]$/, "");
    const old = select(selector, scrapes.before);
    return select(selector, scrapes.now).map((one) => ({
      ...one,
      value: one.value - (old.find((other) => sameLabels(one, other))?.value ?? 0),
    }));
  }
  const values = evaluate(inner, scrapes);
  if (outer === "abs") return values.map((value) => ({ ...value, value: Math.abs(value.value) }));
  const groups = new Map<string, number[]>();
  for (const { labels, value } of values) {
    const key = by === undefined ? "" : (labels[by] ?? "");
    groups.set(key, [...(groups.get(key) ?? []), value]);
  }
  const join = (all: readonly number[]) => (outer === "max" ? Math.max(...all) : all.reduce((a, b) => a + b, 0));
  return [...groups].map(([key, all]) => ({ labels: by === undefined ? {} : { [by]: key }, value: join(all) }));
}

/**
 * Returns whether the expression of an alert rule has a result, ignoring `for`.
 * @throws Error for an unsupported expression
 */
export function isFiring(expr: string, scrapes: Scrapes): boolean {
  const missing = /^absent\((.+)\)$/.exec(expr)?.[1];
  if (missing !== undefined) return select(missing, scrapes.now).length === 0;
  const [, left = "", comparison, right] = /^(.+) (==|>) ([\d.]+)$/.exec(expr) ?? [];
  const isTrue = (value: number) => (comparison === "==" ? value === Number(right) : value > Number(right));
  return evaluate(left, scrapes).some(({ value }) => isTrue(value));
}
