/** Patterns of topics: `N/{device}/{...rest}`, `things/+/data`, `CellVol_B{pack}_{cell}`. Compiled once. */

/** Names of a pattern with what they stand for in a topic. */
export type Captured = Readonly<Record<string, string>>;

type Level = { text: string } | { any: true } | { rest: string } | { expression: RegExp; names: string[] };

export interface TopicPattern {
  readonly text: string;
  readonly names: readonly string[];
  /** What the names stand for; null for a topic that does not match. */
  match(topic: string): Captured | null;
}

const NAME = /\{([A-Za-z]\w*)\}/g;

/** Whether a text is a pattern: `{...rest}` only at the end, `+` only as a whole level, no name twice. */
export function isTopicPattern(text: string): boolean {
  const levels = text.split('/');
  const names = namesOf(text);
  if (text === '' || new Set(names).size !== names.length) return false;
  return levels.every((level, i) => {
    if (/^\{\.\.\.[A-Za-z]\w*\}$/.test(level)) return i === levels.length - 1;
    return level === '+' || !/[{}+#\0]/.test(level.replaceAll(NAME, ''));
  });
}

const namesOf = (text: string): string[] =>
  [...text.matchAll(/\{(?:\.\.\.)?([A-Za-z]\w*)\}/g)].map(([, name]) => name as string);

/** @param text as {@link isTopicPattern} accepts */
export function topicPattern(text: string): TopicPattern {
  const levels = text.split('/').map(levelOf);
  const last = levels.at(-1);
  const open = last !== undefined && 'rest' in last;
  return {
    text,
    names: namesOf(text),
    match(topic) {
      const given = topic.split('/');
      if (open ? given.length < levels.length : given.length !== levels.length) return null;
      const captured: Record<string, string> = {};
      for (let i = 0; i < levels.length; i++) {
        const level = levels[i] as Level;
        const text = given[i] as string;
        if ('text' in level) {
          if (level.text !== text) return null;
        } else if ('rest' in level) captured[level.rest] = given.slice(i).join('/');
        else if ('expression' in level) {
          const found = level.expression.exec(text);
          if (!found) return null;
          level.names.forEach((name, n) => {
            captured[name] = found[n + 1] as string;
          });
        }
      }
      return captured;
    },
  };
}

function levelOf(level: string): Level {
  if (level === '+') return { any: true };
  const rest = /^\{\.\.\.(\w+)\}$/.exec(level)?.[1];
  if (rest !== undefined) return { rest };
  const names = namesOf(level);
  if (names.length === 0) return { text: level };
  // Between two names a text decides; a name alone is a whole level, several are numbers or words without `_`.
  const source = level
    .split(/\{\w+\}/)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join(names.length === 1 ? '([^/]+)' : '([A-Za-z0-9]+)');
  return { expression: new RegExp(`^${source}$`), names };
}
