/**
 * Parses and writes the few pieces of SQL that the HTTP interface itself needs. External values are only written as
 * string literals by `quote`.
 */

/** Writes a string literal. Only the backslash and the quote can end or escape a literal. */
export function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** Writes an identifier in back quotes. */
export function quoteName(name: string): string {
  return `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;
}

const insertWithFormat = /^(\s*insert\s+into\s[^']*?)(\s+settings\s.*?)?\s+format\s+(\w+)\s*;?\s*$/is;

/**
 * Rewrites `INSERT INTO t (…) [SETTINGS …] FORMAT X` to read its rows from a file; returns undefined for any other
 * statement.
 *
 * The engine also accepts rows after the statement, but then ends binary rows at the first empty line.
 */
export function insertFromFile(sql: string, path: string): string | undefined {
  const [, target, settings = '', format] = insertWithFormat.exec(sql) ?? [];
  return target && `${target} FROM INFILE ${quote(path)}${settings} FORMAT ${format}`;
}

/** The format named at the end of a statement, or undefined; null where that cannot be determined. */
export function formatOf(sql: string): string | undefined | null {
  const named = /\bformat\s+(\w+)\s*;?\s*$/i.exec(sql)?.[1];
  if (named) return named;
  return /\bformat\b/i.test(sql) ? null : undefined;
}

/** Formats whose results can be concatenated: without head and tail. */
const streamableFormats = new Set([
  'JSONEachRow',
  'JSONCompactEachRow',
  'JSONStringsEachRow',
  'JSONCompactStringsEachRow',
  'NDJSON',
  'JSONLines',
  'TabSeparated',
  'TSV',
  'TabSeparatedRaw',
  'TSVRaw',
  'CSV',
  'Native',
  'RowBinary',
  'LineAsString',
  'RawBLOB',
  'TSKV',
  'MsgPack',
]);

/** Whether a result in this format may be streamed while it is being computed. */
export function canStream(format: string): boolean {
  return streamableFormats.has(format);
}
