/** The preset theme colours, in the order of the specification. */
export const themePresets = [
  '#409EFF',
  '#1890ff',
  '#304156',
  '#212121',
  '#11a983',
  '#13c2c2',
  '#6959CD',
  '#f5222d',
] as const;

export const DEFAULT_THEME = themePresets[0];

/** Whether a value is one of the presets, e.g. not a cleared colour picker. */
export function isTheme(value: unknown): value is (typeof themePresets)[number] {
  return themePresets.some((preset) => preset === value);
}
