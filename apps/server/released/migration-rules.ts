/**
 * What would break nodes of the released version that run while a migration does, and for as long as both versions
 * run: see "Upgrading" in docs/operations.md.
 */
const BREAKING: readonly { what: string; found: RegExp }[] = [
  { what: 'drops a table', found: /\bdrop\s+table\b/ },
  { what: 'drops a column', found: /\bdrop\s+column\b/ },
  { what: 'renames', found: /\brename\s+(to|column|constraint)\b|\brename\s+\w+\s+to\b/ },
  { what: 'changes the type of a column', found: /\balter\s+(column\s+)?\w+\s+(set\s+data\s+)?type\b/ },
  { what: 'makes a column required', found: /\bset\s+not\s+null\b/ },
  { what: 'takes a default away', found: /\bdrop\s+default\b/ },
  {
    what: 'adds a required column without a default',
    found: /\badd\s+column\s+(?![^,;]*\b(default|generated)\b)[^,;]*\bnot\s+null\b/,
  },
];

/** A migration that takes away what the version before no longer uses says so in its first line. */
const CONTRACT = /^--\s*contract:\s*\S.{10,}/;

/** Tables that the same migration makes: nobody uses them yet. */
const made = (text: string) =>
  [...text.matchAll(/\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?(\w+)/g)].map(([, name]) => name);

/**
 * What of a migration nodes of the version before would not survive; nothing where it begins with `-- contract: …`, which
 * says since which version nothing uses what it removes.
 */
export function breaks(text: string): string[] {
  if (CONTRACT.test(text)) return [];
  const own = new Set(made(text.toLowerCase()));
  const statements = text
    .replace(/--.*$/gm, '')
    .replace(/\$\$[\s\S]*?\$\$/g, '')
    .toLowerCase()
    .split(';')
    .filter((s) => !own.has(/\b(?:alter|drop)\s+table\s+(?:if\s+exists\s+)?(\w+)/.exec(s)?.[1]));
  return BREAKING.filter(({ found }) => statements.some((s) => found.test(s))).map(({ what }) => what);
}
