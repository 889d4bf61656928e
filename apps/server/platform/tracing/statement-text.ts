import { LRUCache } from 'lru-cache';

/** Texts are few, because values are parameters; lists of different lengths add some. */
const texts = new LRUCache<string, { text: string; summary: string }>({ max: 1000 });

const LITERALS = [
  // Dollar-quoted texts, quoted texts with doubled quotes, and with escapes.
  /\$(\w*)\$[\s\S]*?\$\1\$/g,
  /\be'(?:[^'\\]|\\.|'')*'/gi,
  /'(?:[^']|'')*'/g,
];
const COMMENTS = /\/\*[\s\S]*?\*\/|--[^\n]*/g;
const NUMBERS = /(?<![\w$."])\d+(?:\.\d+)?(?:e[+-]?\d+)?\b/gi;

/** A statement for display: without values and comments, and its summary. */
export function statementText(sql: string): { text: string; summary: string } {
  const known = texts.get(sql);
  if (known) return known;
  // Literals first: they may contain text that looks like a comment.
  const bare = LITERALS.reduce((rest, form) => rest.replace(form, '?'), sql);
  const text = bare.replace(COMMENTS, ' ').replace(NUMBERS, '?').replace(/\s+/g, ' ').trim();
  const made = { text, summary: summaryOf(text) };
  texts.set(sql, made);
  return made;
}

/** `SELECT things`, `INSERT audit`, `BEGIN`. */
function summaryOf(text: string): string {
  const main = /^with\b/i.test(text) ? afterWith(text) : text;
  const operation = (/^\w+/.exec(main)?.[0] ?? 'query').toUpperCase();
  if (!/^(SELECT|INSERT|UPDATE|DELETE)$/.test(operation)) return operation;
  const table = /\b(?:from|into|update)\s+(?:only\s+)?"?([a-z_]\w*)/i.exec(main)?.[1];
  return table ? `${operation} ${table}` : operation;
}

/** The statement that follows the common table expressions: the first one outside of brackets. */
function afterWith(text: string): string {
  let depth = 0;
  for (const { 0: found, index } of text.matchAll(/[()]|\b(?:select|insert|update|delete)\b/gi)) {
    if (found === '(') depth++;
    else if (found === ')') depth--;
    else if (depth === 0) return text.slice(index);
  }
  return text;
}
