/** Texts in the cells of exported files (interpretation C29). Pure. */

/**
 * Text for a CSV cell: quoted where necessary, and never interpreted as a formula by a spreadsheet (an apostrophe is
 * put before `=`, `+`, `-`, `@`, their full-width forms, which a Chinese Excel treats alike, and control characters).
 */
export function csvText(text: string): string {
  const safe = /^[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Text for an XML element. Characters outside XML 1.0 are left out. */
export function xmlText(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/** `A`, `B`, … `Z`, `AA`, … for column 0, 1, … */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}
