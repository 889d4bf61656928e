import { create } from 'zustand';
import type { SystemType } from './system-types.ts';
import { DEFAULT_THEME, isTheme } from './themes.ts';

/** The settings of the specification's section 3, and `theme` (interpretation A35). */
export interface Settings {
  /** Key in the catalogue `common` of the suffix of each route's title. */
  title: string;
  /** Determines logo, title and initial theme (interpretation B03). */
  systemType: SystemType;
  /** #rrggbb: a preset, or the colour of a brand. */
  theme: string;
  /** Whether the settings panel is available. */
  showSettings: boolean;
  tagsView: boolean;
  fixedHeader: boolean;
  sidebarLogo: boolean;
  /** In which builds errors of the console are collected (interpretation B35). */
  errorLog: 'production';
}

export const defaultSettings: Settings = {
  title: 'siteTitle',
  systemType: 'fnj',
  theme: DEFAULT_THEME,
  showSettings: false,
  tagsView: true,
  fixedHeader: true,
  sidebarLogo: true,
  errorLog: 'production',
};

export const useSettings = create<Settings>(() => defaultSettings);

/** The settings that a user may change, with the check of a stored value. */
const personal: { [K in keyof Settings]?: (value: unknown) => boolean } = {
  theme: isTheme,
  tagsView: isBoolean,
  fixedHeader: isBoolean,
  sidebarLogo: isBoolean,
};

function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean';
}

/** The user settings in `value`; anything else is dropped. */
export function personalSettings(value: unknown): Partial<Settings> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter(([key, each]) => personal[key as keyof Settings]?.(each)),
  );
}

/** Changes a setting; an unknown key changes nothing (specification section 4). */
export function changeSetting({ key, value }: { key: string; value: unknown }): void {
  if (Object.hasOwn(useSettings.getState(), key)) useSettings.setState({ [key]: value });
}
