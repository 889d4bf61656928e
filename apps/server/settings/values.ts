/** Kinds of values that settings have. Their errors complete the sentence "The setting X is wrong: …". */
import { z } from 'zod';
import { isAddressRange } from '../platform/address-list.ts';
import { readS3Url } from '../platform/s3-place.ts';
import { readPairs } from '../platform/tracing/settings.ts';

function addresses(text: string): string[] {
  return text
    .split(',')
    .map((a) => a.trim())
    .filter(Boolean);
}

export const whole = (from: number, to: number) => {
  const error = `it must be a whole number from ${from} to ${to}`;
  return z.coerce.number(error).int(error).min(from, error).max(to, error);
};
export const decimal = (from: number, to: number) => {
  const error = `it must be a number from ${from} to ${to}`;
  return z.coerce.number(error).min(from, error).max(to, error);
};
export const text = (least: number, most: number) =>
  z
    .string()
    .min(least, `it must have at least ${least} characters`)
    .max(most, `it may have at most ${most} characters`);
export const address = (protocol: RegExp, example: string) =>
  z.url({ protocol, error: `it must be an address like ${example}` });
/** Several addresses, separated by commas, each with its own credentials. */
export const addressList = (protocol: RegExp, example: string) =>
  z
    .string()
    .transform(addresses)
    .pipe(z.array(address(protocol, example)).min(1, `it must be an address like ${example}`));
export const choice = <const T extends readonly string[]>(...names: T) =>
  z.enum(names, `it must be one of ${names.join(', ')}`);
export const flag = () => z.stringbool('it must be true or false');
/** `key=value,key2=value2` with percent-encoded values. */
export const pairs = () =>
  z.string().transform((text, ctx) => {
    const found = readPairs(text);
    if (found) return found;
    ctx.addIssue('it must be key=value,key2=value2 with percent-encoded values');
    return z.NEVER;
  });
/** Retention of a kind of data, in days. */
export const keptDays = (least: number) => {
  const error = `it must be 0 (for ever) or a whole number from ${least} to 36500`;
  return z.coerce
    .number(error)
    .int(error)
    .refine((days) => days === 0 || (days >= least && days <= 36_500), error)
    .default(0);
};

/** Addresses and networks, separated by commas. */
export const addressRanges = () =>
  z
    .string()
    .default('')
    .transform(addresses)
    .refine(
      (ranges) => ranges.every(isAddressRange),
      'it must be addresses like 10.1.2.3 or 10.0.0.0/8, separated by commas',
    );

/** Hosts with or without a port, separated by commas; in lower case, as URLs have them. */
export const hosts = () =>
  z
    .string()
    .default('')
    .transform((text) => new Set(addresses(text.toLowerCase())))
    .refine(
      (all) =>
        [...all].every(
          (host) => /^(\[[\da-f:.]+\]|[\w.-]+)(:\d+)?$/.test(host) && URL.canParse(`https://${host}`),
        ),
      'it must be hosts like 10.1.2.3 or platform.example.org:8443, separated by commas',
    );

/** An e-mail address, alone or as `Name <address>`. */
export const mailbox = () =>
  text(3, 200).refine((sender) => {
    const named = /^(?:"[^"\r\n]*" *|[^"<>,;:\r\n]*)<([^<>]*)>$/.exec(sender);
    return z.regexes.html5Email.test(named?.[1] ?? sender);
  }, 'it must be an e-mail address like no-reply@example.org or Voltloop <no-reply@example.org>');

/** The address of the console, which is always at the root of its host. */
export const origin = (example: string) => {
  const error = `it must be an address like ${example}, without path and query`;
  return address(/^https?$/, example).refine((url) => {
    if (!URL.canParse(url)) return true;
    const { pathname, search, hash, username } = new URL(url);
    return /^\/+$/.test(pathname) && !search && !hash && !username;
  }, error);
};

/** A folder of a bucket. */
export const bucket = () =>
  z.string().transform((text, context) => {
    const place = readS3Url(text);
    if (typeof place !== 'string') return place;
    context.addIssue({ code: 'custom', message: place });
    return z.NEVER;
  });
