import { expect, it } from 'vitest';
import { codeOfHash, inviteLink } from './invite-link.ts';

it('carries the code where no server sees it', () => {
  const link = new URL(inviteLink('https://power.example', 'aB-_9'));
  expect([link.pathname, link.search, codeOfHash(link.hash)]).toEqual(['/invite', '', 'aB-_9']);
});

it.each(['', '#', '#a b', '#<x>', `#${'a'.repeat(65)}`])('finds no code in %s', (hash) => {
  expect(codeOfHash(hash)).toBeNull();
});
