import { argon2Sync } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './password.ts';

test('a hash is a PHC string of argon2id with its own salt, and matches only its password', async () => {
  const [one, two] = await Promise.all([hashPassword('Volt-demo-2026'), hashPassword('Volt-demo-2026')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(one).not.toBe(two);
  expect(await verifyPassword('Volt-demo-2026', one)).toBe(true);
  expect(await verifyPassword('Volt-demo-2026', two)).toBe(true);
  expect(await verifyPassword('Volt-demo-2025', one)).toBe(false);
});

test('a password typed with combined or separate accents is the same', async () => {
  expect(await verifyPassword('cafe\u0301-2026', await hashPassword('caf\u00e9-2026'))).toBe(true);
});

test('a password matches with white space around it, which no password may contain, but not within it', async () => {
  const stored = await hashPassword('Volt-demo-2026');
  for (const pasted of ['Volt-demo-2026\n', ' Volt-demo-2026', '\tVolt-demo-2026\u00a0\r\n'])
    expect([pasted, await verifyPassword(pasted, stored)]).toEqual([pasted, true]);
  for (const other of ['Volt-demo -2026', 'Volt-demo-202 6', 'Volt-demo-202', ' '])
    expect([other, await verifyPassword(other, stored)]).toEqual([other, false]);
});

test('a hash with other parameters can be verified', async () => {
  const nonce = Buffer.from('somesalt');
  const tag = argon2Sync('argon2id', {
    message: 'password',
    nonce,
    memory: 64,
    passes: 1,
    parallelism: 1,
    tagLength: 24,
  });
  const text = (b: Buffer) => b.toString('base64').replace(/=+$/, '');
  const phc = `$argon2id$v=19$m=64,t=1,p=1$${text(nonce)}$${text(tag)}`;
  expect(await verifyPassword('password', phc)).toBe(true);
  expect(await verifyPassword('Password', phc)).toBe(false);
});

test('a missing or unreadable hash never matches', async () => {
  expect(await verifyPassword('', null)).toBe(false);
  expect(await verifyPassword('x', null)).toBe(false);
  expect(await verifyPassword('x', 'x')).toBe(false);
  expect(await verifyPassword('x', '$argon2i$v=19$m=64,t=1,p=1$AAAA$AAAA')).toBe(false);
});

test('more concurrent hashes than places all finish', async () => {
  const results = await Promise.all(Array.from({ length: 7 }, () => verifyPassword('x', null)));
  expect(results).toEqual(Array(7).fill(false));
});

test('the password of a public sign-up queues among unknown callers, and is refused with them', async () => {
  const strangers = Promise.allSettled(
    Array.from({ length: 50 }, () => hashPassword('Volt-demo-2026', 'unknown')),
  );
  expect(await hashPassword('Volt-demo-2026')).toMatch(/^\$argon2id\$/);
  const refused = (await strangers).filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(8);
  expect(refused[0]).toMatchObject({ reason: { codeName: 'tooMany' } });
});
