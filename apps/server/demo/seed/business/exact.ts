/** Sums of exact decimals, as text; no float ever holds an amount. */

function parse(text: string): { digits: bigint; scale: number } {
  const [whole, part = ''] = text.split('.') as [string, string?];
  return { digits: BigInt(whole + part), scale: part.length };
}

/** Writes `digits / 10^scale` with no more zeros than it needs: `(120n, 1)` is `'12'`. */
function write(digits: bigint, scale: number): string {
  const sign = digits < 0n ? '-' : '';
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
  const [whole, part] = [text.slice(0, text.length - scale), text.slice(text.length - scale)];
  const kept = part.replace(/0+$/, '');
  return sign + whole + (kept ? `.${kept}` : '');
}

/** `times('3.2', '96')` is `'307.2'`. */
export function times(a: string, b: string): string {
  const [x, y] = [parse(a), parse(b)];
  return write(x.digits * y.digits, x.scale + y.scale);
}

/** `plus('0.1', '0.2')` is `'0.3'`. */
export function plus(a: string, b: string): string {
  const [x, y] = [parse(a), parse(b)];
  const scale = Math.max(x.scale, y.scale);
  const at = (n: typeof x) => n.digits * 10n ** BigInt(scale - n.scale);
  return write(at(x) + at(y), scale);
}

/** A whole number of the last place as a decimal: `ofPlaces(12345, 2)` is `'123.45'`. */
export const ofPlaces = (count: number, scale: number): string => write(BigInt(count), scale);
