/** Sizes of the controls, as the specification names them. */
export const sizes = ['default', 'medium', 'small', 'mini'] as const;
export type Size = (typeof sizes)[number];

/** Reads the size from `document.cookie`; medium when there is none. */
export function sizeFromCookie(cookie: string): Size {
  const text = /(?:^|;\s*)size=(\w+)(?:;|$)/.exec(cookie)?.[1];
  return sizes.find((size) => size === text) ?? 'medium';
}
