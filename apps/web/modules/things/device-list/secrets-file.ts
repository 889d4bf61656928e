/**
 * The secrets of an import as CSV. Both fields contain only letters, digits, - and _. A secret never begins with -,
 * which a spreadsheet would take for a formula, so each is written as it is to be typed. A devid may, and is then
 * prefixed with an apostrophe (interpretation C29).
 */
export function secretsText(secrets: readonly { devid: string; secret: string }[]): string {
  const lines = secrets.map(
    ({ devid, secret }) => `"${devid.startsWith('-') ? "'" : ''}${devid}","${secret}"\r\n`,
  );
  return `\uFEFFdevid,secret\r\n${lines.join('')}`;
}
