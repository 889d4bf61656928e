import { type Check, form, keyWith, type Raw, textOf } from './check.ts';

/** Something must be there, and at most `max` characters of it. 0 is something. */
export function required(max?: number): Check<Raw> {
  return (value) => {
    const text = textOf(value);
    if (text.trim() === '') return 'check.required';
    return max !== undefined && [...text].length > max ? keyWith('check.maxLength', { max }) : null;
  };
}

/** Where there is a text, at least `min` characters of it without the space around it. */
export function atLeast(min: number): Check<Raw> {
  return (value) => {
    const text = textOf(value).trim();
    return text === '' || [...text].length >= min ? null : keyWith('check.minLength', { min });
  };
}

/** No space at either end. */
export const trimmed: Check<Raw> = (value) => {
  const text = textOf(value);
  return text === text.trim() ? null : 'check.trimmed';
};

/** No script tag, in any case and however spaced: a courtesy to people who paste one; output is encoded anyway (C22). */
export const noScript: Check<Raw> = (value) =>
  /<\s*\/?\s*script\b/i.test(textOf(value)) ? 'check.script' : null;

/** A letter, then letters, digits or underscores: 6 to 16 characters. For new accounts only, never at sign-in (A52). */
export const userName = form(/^[A-Za-z][A-Za-z0-9_]{5,15}$/, 'check.userName');

/** Leaves the product: http, https, mailto or tel, with its colon. */
export const externalLink = form(/^(https?|mailto|tel):/, 'check.externalLink');

/** The second password is the first. */
export function sameAs(first: string): Check {
  return (second) => (second === first ? null : 'check.passwordsDiffer');
}
