import { expect, it } from 'vitest';
import { parseAnchor, writeAnchor } from './parse-anchor.ts';

const hash = 'ab'.repeat(32);

it('parses its own output, with spaces and capitals as on paper', () => {
  expect(parseAnchor(writeAnchor({ seq: 1042, hash }))).toEqual({ seq: 1042, hash });
  expect(parseAnchor(` 1042 : ${hash.toUpperCase().replace(/(.{8})/g, '$1 ')}\n`)).toEqual({
    seq: 1042,
    hash,
  });
});

it.each(['', '1042', hash, `0:${hash}`, `1042:${hash}0`, `-1:${hash}`, `1:${hash.replace('a', 'g')}`])(
  'rejects %j',
  (text) => expect(parseAnchor(text)).toBeNull(),
);
