/** Nesting limit of arrays and objects in a request; the contract's deepest has six. */
export const MAX_JSON_DEPTH = 32;

/**
 * Whether a JSON text nests deeper than {@link MAX_JSON_DEPTH}. Checked before parsing, because later steps (schemas,
 * PostgreSQL's jsonb) are recursive. For invalid JSON the result does not matter; the parser refuses it.
 */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (inString) {
      if (c === '\\') i++;
      else if (c === '"') inString = false;
    } else if (c === '"') inString = true;
    else if (c === '[' || c === '{') {
      if (++depth > MAX_JSON_DEPTH) return true;
    } else if (c === ']' || c === '}') depth--;
  }
  return false;
}
