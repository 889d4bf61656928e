/** A GTIN of 14 digits with a valid check digit (GS1 General Specifications, 7.9). */
export function isGtin(text: string): boolean {
  if (!/^\d{14}$/.test(text)) return false;
  const sum = Array.from(text.slice(0, 13)).reduce(
    (total, digit, n) => total + Number(digit) * (n % 2 === 0 ? 3 : 1),
    0,
  );
  return (10 - (sum % 10)) % 10 === Number(text[13]);
}

/** The serial of a passport: random, so that serials cannot be enumerated; at most the 20 characters of GS1 AI (21). */
export const isSerial = (text: string): boolean => /^[0-9A-F]{20}$/.test(text);

/** The path of a passport on the server: a GS1 Digital Link if its model has a GTIN. */
export const passportPath = ({ gtin, serial }: { gtin: string | null; serial: string }): string =>
  gtin ? `/01/${gtin}/21/${serial}` : `/passport/${serial}`;
