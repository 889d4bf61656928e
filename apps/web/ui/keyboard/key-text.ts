/** The properties of a keyboard event that determine its character. */
export interface PressedKey {
  key: string;
  code: string;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
}

/**
 * The character that a key produces, `Enter`, `Tab`, or null. An active input method hides the character
 * (`Process`): then the position of the key decides, as scanners send letters and digits only. Scanners send GS as Ctrl
 * with `]`.
 */
export function keyText({ key, code, ctrlKey, altKey, metaKey, shiftKey }: PressedKey): string | null {
  if (ctrlKey && !altKey && !metaKey && (key === ']' || code === 'BracketRight')) return '\u001d';
  if (ctrlKey || altKey || metaKey) return null;
  if (key === 'Enter' || key === 'Tab') return key;
  if (key.length === 1) return key;
  if (key !== 'Process' && key !== 'Unidentified') return null;
  if (code === 'Enter' || code === 'NumpadEnter') return 'Enter';
  return atPosition(code, shiftKey);
}

/** The letter or digit that a key has on the layout of scanners (US), whatever the computer's layout makes of it. */
export function keyAt({ code, shiftKey, ctrlKey, altKey, metaKey }: PressedKey): string | null {
  return ctrlKey || altKey || metaKey ? null : atPosition(code, shiftKey);
}

function atPosition(code: string, shiftKey: boolean): string | null {
  const place = /^(?:Key([A-Z])|(?:Digit|Numpad)(\d))$/.exec(code);
  if (place?.[1]) return shiftKey ? place[1] : place[1].toLowerCase();
  return place?.[2] ?? null;
}
