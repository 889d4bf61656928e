import { create } from 'zustand';
import { type Size, sizeFromCookie } from './size-cookie.ts';

export const useSize = create<{ size: Size }>(() => ({ size: sizeFromCookie(document.cookie) }));

/** Draws the controls in a size: mantine-overrides.css knows what each means. */
export function showSize(size: Size): void {
  document.documentElement.dataset.size = size;
}

/** Changes the size here and for the next visits. */
export function setSize(size: Size): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing from plain-http pages
  document.cookie = `size=${size}; path=/; max-age=31536000; samesite=strict`;
  useSize.setState({ size });
  showSize(size);
}
