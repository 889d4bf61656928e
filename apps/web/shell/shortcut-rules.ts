/** Pure: maps keys to shortcuts. */

export type Shortcut = 'palette' | 'shortcuts' | 'search';

export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  isComposing: boolean;
  keyCode: number;
  repeat: boolean;
  defaultPrevented: boolean;
}

/** Where a key was pressed: in a text field or not, and under a dialog or not. */
export interface KeyPlace {
  inTextField: boolean;
  dialogOpen: boolean;
}

/**
 * The shortcut of a key press, or null. Ctrl or Cmd with K opens the palette from everywhere but another dialog;
 * `?` and `/` work only outside of fields and dialogs. All are ignored while an input method composes
 * (Safari reports that as keyCode 229).
 */
export function shortcutOf(press: KeyPress, place: KeyPlace): Shortcut | null {
  if (press.defaultPrevented || press.isComposing || press.keyCode === 229 || press.repeat) return null;
  if (place.dialogOpen) return null;
  const command = press.ctrlKey || press.metaKey;
  if (command && !press.altKey && !press.shiftKey && press.key.toLowerCase() === 'k') return 'palette';
  if (command || press.altKey || place.inTextField) return null;
  if (press.key === '?') return 'shortcuts';
  if (press.key === '/') return 'search';
  return null;
}
