/**
 * Reading and writing the few pieces of SQL that the HTTP interface itself deals with. Values from outside are only
 * ever written as string literals by `quote`.
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
 * Turns `INSERT INTO t (…) [SETTINGS …] FORMAT X` into the same insert reading its rows from a file, or gives
 * undefined for any other statement.
 *
 * The engine can take rows after the statement too, but there it ends binary rows at the first empty line.
 */
export function insertFromFile(sql: string, path: string): string | undefined {
  const [, target, settings = '', format] = insertWithFormat.exec(sql) ?? [];
  return target && `${target} FROM INFILE ${quote(path)}${settings} FORMAT ${format}`;
}

/** The format that a statement names at its end, or undefined; null where that cannot be determined. */
export function formatOf(sql: string): string | undefined | null {
  const named = /\bformat\s+(\w+)\s*;?\s*$/i.exec(sql)?.[1];
  if (named) return named;
  return /\bformat\b/i.test(sql) ? null : undefined;
}

/** Formats in which the parts of a result can follow each other: neither head nor tail. */
const headless = new Set([
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

/** Whether a result in this format may be sent part by part while it is being computed. */
export function canStream(format: string): boolean {
  return headless.has(format);
}
