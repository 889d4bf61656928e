/**
 * The secrets of an import as CSV. Both fields hold only letters, digits, - and _. No secret begins with -, which a
 * spreadsheet would take for a formula, so each is as it is to be typed; a devid may, and gets an apostrophe before
 * it (interpretation C29).
 */
export function secretsText(secrets: readonly { devid: string; secret: string }[]): string {
  const lines = secrets.map(
    ({ devid, secret }) => `"${devid.startsWith('-') ? "'" : ''}${devid}","${secret}"\r\n`,
  );
  return `\uFEFFdevid,secret\r\n${lines.join('')}`;
}
