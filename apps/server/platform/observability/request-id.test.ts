import { expect, test } from 'vitest';
import { requestIdOf } from './request-id.ts';

const uuid = /^[0-9a-f-]{36}$/;
const idOf = (given?: string | string[]) =>
  requestIdOf({ headers: given === undefined ? {} : { 'x-request-id': given as string } });

test.each(['4bf92f3577b34da6', 'a'.repeat(64), '00-4bf92f35.77b3_4da6'])(
  'keeps the id %s of the caller',
  (id) => {
    expect(idOf(id)).toBe(id);
  },
);

test.each([
  undefined,
  '',
  'short',
  'a'.repeat(65),
  '-leading-dash',
  'with space in it',
  '{"a":"b","c":1}',
  'line\nbreak-12',
])('replaces %j with a new id', (id) => expect(idOf(id)).toMatch(uuid));
