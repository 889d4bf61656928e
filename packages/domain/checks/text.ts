import { type Check, form, keyWith, type Raw, textOf } from './check.ts';

/** A required value of at most `max` characters. 0 is a value. */
export function required(max?: number): Check<Raw> {
  return (value) => {
    const text = textOf(value);
    if (text.trim() === '') return 'check.required';
    return max !== undefined && [...text].length > max ? keyWith('check.maxLength', { max }) : null;
  };
}

/** A text, if not empty, has at least `min` characters without surrounding space. */
export function atLeast(min: number): Check<Raw> {
  return (value) => {
    const text = textOf(value).trim();
    return text === '' || [...text].length >= min ? null : keyWith('check.minLength', { min });
  };
}

/** No leading or trailing space. */
export const trimmed: Check<Raw> = (value) => {
  const text = textOf(value);
  return text === text.trim() ? null : 'check.trimmed';
};

/** Characters without any mark of their own: format characters, blanks, fillers, controls. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{C}\p{Z}\s\u2800]/gu;
/** Characters that reverse the text after them, also outside the value. */
const REVERSING = /[\u202a-\u202e\u2066-\u2069]/;

/** A text, if not empty, shows something, in the direction in which it is stored. */
export const visible: Check<Raw> = (value) => {
  const text = textOf(value);
  if (REVERSING.test(text)) return 'check.reversed';
  return text.trim() !== '' && text.replace(INVISIBLE, '') === '' ? 'check.invisible' : null;
};

/** No script tag, in any case and spacing: a courtesy to people who paste one; output is encoded anyway (C22). */
export const noScript: Check<Raw> = (value) =>
  /<\s*\/?\s*script\b/i.test(textOf(value)) ? 'check.script' : null;

/** A letter, then letters, digits or underscores: 6 to 16 characters. For new accounts only, never at sign-in (A52). */
export const userName = form(/^[A-Za-z][A-Za-z0-9_]{5,15}$/, 'check.userName');

/** Leaves the product: http, https, mailto or tel, with its colon. */
export const externalLink = form(/^(https?|mailto|tel):/, 'check.externalLink');
