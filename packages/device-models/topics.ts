/**
 * Patterns of topics: levels of text with variables, such as `N/{device}/battery/{pack}/JsonData` or
 * `CellVol_B{pack}_{cell}`; `+` is any level, `{...rest}` at the end takes all that remain. `{pack}` and `{cell}` are
 * numbers, other variables any text without a slash.
 */
export interface Topic {
  text: string;
  /** Without variables: only this topic matches. */
  fixed: boolean;
  hasRest: boolean;
  names: readonly string[];
  /** The variables of a topic that matches; null for others. */
  match(topic: string): Record<string, string> | null;
}

const NONE: Readonly<Record<string, string>> = Object.freeze({});
/** Variables in one level: each more could be matched in many ways. */
const MAX_IN_LEVEL = 2;

/** Compiles a pattern; null when it is malformed. */
export function compileTopic(text: string): Topic | null {
  const levels = text.split('/');
  const names: string[] = [];
  const parts: string[] = [];
  let hasRest = false;
  for (const [n, level] of levels.entries()) {
    if (level === '{...rest}') {
      if (n !== levels.length - 1) return null;
      hasRest = true;
      names.push('rest');
      parts.push('(.*)');
    } else if (level === '+') parts.push('[^/]*');
    else {
      const pieces = level.split(/(\{[a-z_]{1,20}\})/);
      if (pieces.length > 2 * MAX_IN_LEVEL + 1) return null;
      // Two texts beside each other have no border.
      if (/\}\{/.test(level)) return null;
      let part = '';
      for (const [i, piece] of pieces.entries()) {
        if (i % 2 === 0) {
          if (/[{}+#]/.test(piece)) return null;
          part += piece.replace(/[\\^$.*?()[\]|]/g, '\\$&');
        } else {
          const name = piece.slice(1, -1);
          if (names.includes(name) || name === 'rest') return null;
          names.push(name);
          part += name === 'pack' || name === 'cell' ? '(\\d{1,4})' : '([^/]+)';
        }
      }
      parts.push(part);
    }
  }
  const fixed = names.length === 0 && !levels.includes('+');
  if (fixed) return { text, fixed, hasRest, names, match: (topic) => (topic === text ? NONE : null) };
  const form = new RegExp(`^${parts.join('/')}$`, 's');
  const match = (topic: string) => {
    const found = form.exec(topic);
    if (!found) return null;
    const values: Record<string, string> = {};
    for (let i = 0; i < names.length; i++) values[names[i] as string] = found[i + 1] as string;
    return values;
  };
  return { text, fixed, hasRest, names, match };
}
