/** The parts of a keyboard event that determine its character. */
export interface PressedKey {
  key: string;
  code: string;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
}

/**
 * The character that a key writes, `Enter`, `Tab`, or null. An input method that is switched on hides the character
 * (`Process`): then the position of the key decides, as scanners write letters and digits only. Ctrl with `]` is how they
 * send GS.
 */
export function keyText({ key, code, ctrlKey, altKey, metaKey, shiftKey }: PressedKey): string | null {
  if (ctrlKey && !altKey && !metaKey && (key === ']' || code === 'BracketRight')) return '\u001d';
  if (ctrlKey || altKey || metaKey) return null;
  if (key === 'Enter' || key === 'Tab') return key;
  if (key.length === 1) return key;
  if (key !== 'Process' && key !== 'Unidentified') return null;
  if (code === 'Enter' || code === 'NumpadEnter') return 'Enter';
  const place = /^(?:Key([A-Z])|(?:Digit|Numpad)(\d))$/.exec(code);
  if (place?.[1]) return shiftKey ? place[1] : place[1].toLowerCase();
  return place?.[2] ?? null;
}
