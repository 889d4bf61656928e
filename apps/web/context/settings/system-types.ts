import { DEFAULT_THEME, themePresets } from './themes.ts';

export const systemTypes = ['lw', 'hy', 'fnj', 'other'] as const;
export type SystemType = (typeof systemTypes)[number];

/** What depends on the system type besides the logo (interpretation B03): title, as a key of `common`, and first theme. */
export const systemDefaults: Record<SystemType, { title: string; theme: string }> = {
  lw: { title: 'siteTitleLw', theme: themePresets[4] },
  hy: { title: 'siteTitleHy', theme: themePresets[6] },
  fnj: { title: 'siteTitle', theme: DEFAULT_THEME },
  other: { title: 'siteTitleOther', theme: DEFAULT_THEME },
};

/** The system type that a text names; an unknown one is `other`. */
export function systemTypeOf(text: string): SystemType {
  return systemTypes.find((type) => type === text) ?? 'other';
}
