import { expect, it } from 'vitest';
import { codeOfHash, inviteLink } from './invite-link.ts';

it('has the code in the fragment, which no server receives', () => {
  const link = new URL(inviteLink('https://power.example', 'aB-_9'));
  expect([link.pathname, link.search, codeOfHash(link.hash)]).toEqual(['/invite', '', 'aB-_9']);
});

it.each(['', '#', '#a b', '#<x>', `#${'a'.repeat(65)}`])('finds no code in %s', (hash) => {
  expect(codeOfHash(hash)).toBeNull();
});
