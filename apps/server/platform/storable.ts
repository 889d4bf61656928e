/**
 * Text and JSON of others (answers of platforms, mail servers, providers) as PostgreSQL stores it: without NUL and with
 * whole characters. Bodies of calls are refused instead (http.ts).
 */

export const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** A JSON value with {@link storableText} in all its texts and keys. */
export function storableJson<T>(value: T): T;
export function storableJson(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => storableJson(each));
  const clean: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value))
    Object.defineProperty(clean, storableText(key), {
      value: storableJson(inner),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  return clean;
}

/** A text as JSON that can be stored; null when it is not JSON. */
export function readJson(text: string): unknown {
  try {
    return storableJson(JSON.parse(text));
  } catch {
    return null;
  }
}
