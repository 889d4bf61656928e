import type { PointerEvent } from 'react';
import { describe, expect, it } from 'vitest';
import { showFullText } from './full-text.ts';

/** As much of an element as the function reads. */
function element(text: string, width: number, inside: { width: number; title?: string }[] = []) {
  const box = (needed: number) => ({ scrollWidth: needed, clientWidth: 100 });
  return {
    ...box(width),
    textContent: text,
    title: undefined as string | undefined,
    querySelectorAll: () => inside.map((each) => box(each.width)),
    querySelector: () => inside.find((each) => each.title) ?? null,
    removeAttribute() {
      this.title = undefined;
    },
  };
}
const titleOf = (it: ReturnType<typeof element>) => {
  showFullText({ currentTarget: it as unknown as HTMLElement } as PointerEvent<HTMLElement>);
  return it.title;
};

describe('the title of text that is cut off', () => {
  it('is the full text, also where an element inside is cut off', () => {
    expect(titleOf(element('Dangerous goods certificates', 180))).toBe('Dangerous goods certificates');
    expect(titleOf(element('Certificates', 100, [{ width: 180 }]))).toBe('Certificates');
  });
  it('is removed once the text fits, and left to an element inside that has one', () => {
    const it = element('Certificates', 100);
    it.title = 'Certificates';
    expect(titleOf(it)).toBeUndefined();
    expect(titleOf(element('Certificates', 180, [{ width: 180, title: 'Other' }]))).toBeUndefined();
  });
});
