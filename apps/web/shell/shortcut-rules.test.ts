import { describe, expect, it } from 'vitest';
import { type KeyPress, shortcutOf } from './shortcut-rules.ts';

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  keyCode: 0,
  repeat: false,
  defaultPrevented: false,
  ...more,
});
const page = { inTextField: false, dialogOpen: false };

describe('shortcuts', () => {
  it('open palette, list and search from the page', () => {
    expect(shortcutOf(press('k', { ctrlKey: true }), page)).toBe('palette');
    expect(shortcutOf(press('K', { metaKey: true }), page)).toBe('palette');
    expect(shortcutOf(press('?', { shiftKey: true }), page)).toBe('shortcuts');
    expect(shortcutOf(press('/'), page)).toBe('search');
    expect(shortcutOf(press('k'), page)).toBeNull();
  });

  it('are ignored in text fields, except for the palette', () => {
    const field = { inTextField: true, dialogOpen: false };
    expect(shortcutOf(press('?'), field)).toBeNull();
    expect(shortcutOf(press('/'), field)).toBeNull();
    expect(shortcutOf(press('k', { ctrlKey: true }), field)).toBe('palette');
  });

  it('do nothing while an input method composes, under a dialog, or when the event was handled', () => {
    for (const key of ['?', '/', 'k']) {
      const held = { ctrlKey: key === 'k' };
      expect(shortcutOf(press(key, { ...held, isComposing: true }), page)).toBeNull();
      expect(shortcutOf(press(key, { ...held, keyCode: 229 }), page)).toBeNull();
      expect(shortcutOf(press(key, { ...held, defaultPrevented: true }), page)).toBeNull();
      expect(shortcutOf(press(key, held), { inTextField: false, dialogOpen: true })).toBeNull();
    }
  });

  it('do not override the keys of the browser', () => {
    expect(shortcutOf(press('/', { ctrlKey: true }), page)).toBeNull();
    expect(shortcutOf(press('k', { ctrlKey: true, shiftKey: true }), page)).toBeNull();
    expect(shortcutOf(press('k', { ctrlKey: true, altKey: true }), page)).toBeNull();
  });
});
