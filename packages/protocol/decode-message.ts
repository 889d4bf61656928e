/**
 * Matches JSON escapes one by one, so that `\\ud800` (an escaped backslash) is not mistaken for a surrogate. First
 * group: an escape without a valid character (NUL or half of a surrogate pair).
 */
const escapes =
  /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(u[dD][89a-fA-F][\da-fA-F]{2}|u0000)|.)/gs;

/**
 * Parses the JSON of a device's message; undefined if it is invalid. All texts, including keys, are well-formed and
 * without NUL, which neither store accepts: half a surrogate pair becomes U+FFFD, NUL is dropped. UTF-8 decodes to
 * well-formed text, so only escapes need handling, and a message without `\u` costs one search.
 */
export function decodeMessage(payload: Buffer): unknown {
  const text = payload.toString('utf8');
  try {
    return JSON.parse(text.includes('\\u') ? text.replace(escapes, replacement) : text);
  } catch {
    return undefined;
  }
}

function replacement(whole: string, refused: string | undefined): string {
  if (refused === undefined) return whole;
  return refused === 'u0000' ? '' : '\\ufffd';
}

/** Whether objects and arrays are nested at most `levels` deep. Not recursive: the value may be nested very deep. */
export function isNestedAtMost(value: unknown, levels: number): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    const inner = level.filter((v): v is object => typeof v === 'object' && v !== null);
    if (inner.length > 0 && depth === levels) return false;
    level = inner.flatMap((v) => Object.values(v));
  }
  return true;
}
