import { DEFAULT_THEME, themePresets } from './themes.ts';

export const systemTypes = ['lw', 'hy', 'fnj', 'other'] as const;
export type SystemType = (typeof systemTypes)[number];

/** What else depends on the system type (interpretation B03): the title, as a key of `common`, and the initial theme. */
export const systemDefaults: Record<SystemType, { title: string; theme: string }> = {
  lw: { title: 'siteTitleLw', theme: themePresets[4] },
  hy: { title: 'siteTitleHy', theme: themePresets[6] },
  fnj: { title: 'siteTitle', theme: DEFAULT_THEME },
  other: { title: 'siteTitleOther', theme: DEFAULT_THEME },
};

/** Parses a system type; an unknown one is `other`. */
export function systemTypeOf(text: string): SystemType {
  return systemTypes.find((type) => type === text) ?? 'other';
}
