import { themeSheet } from './theme-colors.ts';
import { DEFAULT_THEME } from './themes.ts';

/** The stored style sheet of this browser's last theme: public/theme-init.js inserts it before the first paint. */
const STORED = 'voltloop.theme';
const ID = 'theme-colors';

/** Whether the page loaded with a stored theme. */
export function hasLastTheme(): boolean {
  return Boolean(document.getElementById(ID)?.textContent);
}

/** Applies a theme colour to the console, now and at the next load in this browser. */
export function applyTheme(color: string): void {
  // The colours of the default are in tokens.css already.
  const text = color.toLowerCase() === DEFAULT_THEME.toLowerCase() ? '' : themeSheet(color);
  let style = document.getElementById(ID);
  if (!style) {
    style = document.createElement('style');
    style.id = ID;
    document.head.append(style);
  }
  if (style.textContent !== text) style.textContent = text;
  try {
    if (text) localStorage.setItem(STORED, text);
    else localStorage.removeItem(STORED);
  } catch {
    // Without storage the theme lasts as long as the page.
  }
}
