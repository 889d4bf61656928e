import { create } from 'zustand';
import { type Size, sizeFromCookie } from './size-cookie.ts';

export const useSize = create<{ size: Size }>(() => ({ size: sizeFromCookie(document.cookie) }));

/** Applies a size to the controls; mantine-overrides.css defines the sizes. */
export function showSize(size: Size): void {
  document.documentElement.dataset.size = size;
}

/** Changes the size now and for later visits. */
export function setSize(size: Size): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing from plain-http pages
  document.cookie = `size=${size}; path=/; max-age=31536000; samesite=strict`;
  useSize.setState({ size });
  showSize(size);
}
