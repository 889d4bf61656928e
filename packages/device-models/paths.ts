/**
 * Paths into a decoded message: `/a/b`, `/list/0`, `/list/*`, `/list/[type=meter]`, `/list/[type=meter][no=1]`; `~1`
 * stands for `/`, `~0` for `~`. The empty path is the message itself. Only own keys count, and of lists only indexes.
 */
type Step =
  | { kind: 'key'; name: string; index: number }
  | { kind: 'all' }
  | { kind: 'first'; conditions: [name: string, value: string][] };

export interface Path {
  text: string;
  /** The value, or the first of several; undefined where there is none. */
  one(value: unknown): unknown;
  /** All values. */
  all(value: unknown): unknown[];
}

/** Compiles a path; null when it is malformed. */
export function compilePath(text: string): Path | null {
  if (text === '') return { text, one: (value) => value, all: (value) => [value] };
  if (!text.startsWith('/')) return null;
  const steps: Step[] = [];
  for (const raw of text.slice(1).split('/')) {
    const step = stepOf(raw);
    if (!step) return null;
    steps.push(step);
  }
  const all = (value: unknown) => {
    let found = [value];
    for (const step of steps) found = found.flatMap((each) => below(step, each));
    return found;
  };
  if (steps.some((step) => step.kind === 'all')) return { text, all, one: (value) => all(value)[0] };
  const one = (value: unknown) => {
    let at = value;
    for (const step of steps) {
      at = step.kind === 'key' ? child(step, at) : below(step, at)[0];
      if (at === undefined) return undefined;
    }
    return at;
  };
  return { text, one, all };
}

function stepOf(raw: string): Step | null {
  if (raw === '*') return { kind: 'all' };
  if (raw.startsWith('[')) {
    const conditions: [string, string][] = [];
    for (const each of raw.matchAll(/\[([^=\]]+)=([^\]]*)\]/gy))
      conditions.push([plain(each[1] as string), plain(each[2] as string)]);
    const length = conditions.length === 0 ? -1 : [...raw.matchAll(/\[[^\]]*\]/gy)].join('').length;
    return length === raw.length ? { kind: 'first', conditions } : null;
  }
  if (raw === '') return null;
  const name = plain(raw);
  return { kind: 'key', name, index: /^\d{1,6}$/.test(name) ? Number(name) : -1 };
}

const plain = (raw: string) => raw.replaceAll('~1', '/').replaceAll('~0', '~');

function child({ name, index }: { name: string; index: number }, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) return index < 0 ? undefined : value[index];
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

function below(step: Step, value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  if (step.kind === 'all') return Object.values(value);
  if (step.kind === 'key') {
    const found = child(step, value);
    return found === undefined ? [] : [found];
  }
  const found = Object.values(value).find((each) =>
    step.conditions.every(([name, is]) => isText(child({ name, index: -1 }, each), is)),
  );
  return found === undefined ? [] : [found];
}

/** Whether a text, number or boolean is written so. */
export const isText = (value: unknown, text: string): boolean =>
  (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') &&
  String(value) === text;
