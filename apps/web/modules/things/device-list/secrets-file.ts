/**
 * The secrets of an import as CSV, as they are to be typed: nothing is put before them. Both fields hold only letters,
 * digits, - and _, and no secret begins with -, which a spreadsheet would take for a formula.
 */
export function secretsFile(secrets: readonly { devid: string; secret: string }[]): Blob {
  const lines = secrets.map(({ devid, secret }) => `"${devid}","${secret}"`);
  return new Blob([`\uFEFFdevid,secret\r\n${lines.join('\r\n')}\r\n`], { type: 'text/csv;charset=utf-8' });
}
