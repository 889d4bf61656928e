import { isGtin } from '../passport/address.ts';
import { type Check, type Raw, textOf } from './check.ts';

/** A GTIN of 14 digits with its check digit. */
export const gtin: Check<Raw> = (value) => {
  const text = textOf(value);
  return text === '' || isGtin(text) ? null : 'check.gtin';
};

/** An address that a page may link to. */
export const webAddress: Check<Raw> = (value) => {
  const text = textOf(value);
  return text === '' || isWebAddress(text) ? null : 'check.webAddress';
};

/** Refuses `javascript:` and the like, and addresses with credentials. */
export function isWebAddress(text: string): boolean {
  if (!/^https:\/\/[^\s/]+/.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}
