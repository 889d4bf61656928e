/** Paths into a parsed message: `/a/b`, `/list/0`, `/list/*`, `/list/[type=x][no=1]`; `~1` is a `/` in a key, `~0` a `~`. */

type Step =
  | { key: string }
  | { every: true }
  | { conditions: readonly (readonly [name: string, is: string])[] };

/** Finds the values at a path, none when there is nothing. */
export type Finder = (message: unknown) => readonly unknown[];

const MAX_STEPS = 12;
/** Values of one path. */
const MAX_FOUND = 4096;

/** Whether a text is a path. */
export function isPath(text: string): boolean {
  return text.startsWith('/') && text.length > 1 && text.split('/').length - 1 <= MAX_STEPS;
}

/** Compiles a path as {@link isPath} accepts it. Only own properties are followed. */
export function finder(path: string): Finder {
  const steps = path.split('/').slice(1).map(stepOf);
  const plain = steps.every((step) => 'key' in step);
  if (plain) {
    const keys = steps.map((step) => (step as { key: string }).key);
    return (message) => {
      let at = message;
      for (const key of keys) {
        if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return [];
        at = (at as Record<string, unknown>)[key];
      }
      return [at];
    };
  }
  return (message) => {
    let found: unknown[] = [message];
    for (const step of steps) {
      const next: unknown[] = [];
      for (const each of found) {
        if (typeof each !== 'object' || each === null) continue;
        if ('key' in step) {
          if (Object.hasOwn(each, step.key)) next.push((each as Record<string, unknown>)[step.key]);
        } else if ('every' in step) {
          for (const value of Object.values(each)) {
            if (next.length >= MAX_FOUND) break;
            next.push(value);
          }
        } else {
          const one = Object.values(each).find(
            (value) =>
              typeof value === 'object' &&
              value !== null &&
              step.conditions.every(
                ([name, is]) =>
                  Object.hasOwn(value, name) && textOf((value as Record<string, unknown>)[name]) === is,
              ),
          );
          if (one !== undefined) next.push(one);
        }
      }
      found = next;
    }
    return found;
  };
}

/** A text, number or boolean as a text; null for anything else: an object may have a `toString` of its own. */
export const textOf = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;

function stepOf(raw: string): Step {
  if (raw === '*') return { every: true };
  const text = raw.replaceAll('~1', '/').replaceAll('~0', '~');
  if (!/^(?:\[[^=\]]+=[^\]]*\])+$/.test(text)) return { key: text };
  const conditions = [...text.matchAll(/\[([^=\]]+)=([^\]]*)\]/g)];
  return { conditions: conditions.map(([, name, is]) => [name as string, is as string] as const) };
}
