import { describe, expect, test } from 'vitest';
import { secretBox } from '../../../platform/secret-box.ts';
import { newLoginCode, newRecoveryCodes, plainRecoveryCode, RECOVERY_CODES } from './one-time-codes.ts';
import { newTotpSecret, totpKey, totpStep, totpUri } from './totp.ts';

describe('one-time passwords (RFC 6238 appendix B, SHA-1)', () => {
  const secret = Buffer.from('12345678901234567890');
  // The appendix lists eight digits; six digits are the last six of them (RFC 4226 section 5.3: modulo 10^digits).
  test.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ])('at %i seconds', (seconds, eight) => {
    expect(totpStep(secret, eight.slice(2), new Date(seconds * 1000))).toBe(Math.floor(seconds / 30));
  });
  test('a code is accepted at most one step early or late', () => {
    const at = (s: number) => totpStep(secret, '287082', new Date(s * 1000));
    expect([at(29), at(30), at(59), at(89), at(90)]).toEqual([1, 1, 1, 1, null]);
    expect(at(-60)).toBeNull();
  });
  test.each(['', '28708', '2870822', '28708a', ' 287082', '２８７０８２'])('%j is not a code', (code) => {
    expect(totpStep(secret, code, new Date(59_000))).toBeNull();
  });
  test('key and address have the format of authenticator apps', () => {
    expect(totpKey(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    const uri = new URL(totpUri(secret, 'Sun & Co', 'anna b@works.example'));
    expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
      'otpauth:',
      'totp',
      '/Sun & Co:anna b@works.example',
    ]);
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      issuer: 'Sun & Co',
      secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
    expect(newTotpSecret()).toHaveLength(20);
  });
});

describe('recovery codes', () => {
  test('are ten different ones, in groups of four', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(RECOVERY_CODES);
    for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
  });
  test('are normalised as people type them', () => {
    const plain = '0A1BCDEFGH23JK45';
    for (const typed of [plain, '0A1B-CDEF-GH23-JK45', ' oaib cdef gh23 jk45', 'OALB-cdef-gh23-jk45'])
      expect(plainRecoveryCode(typed)).toBe(plain);
    for (const typed of ['', '123456', '0A1B-CDEF-GH23-JK4', '0A1B-CDEF-GH23-JK455', '0A1B-CDEF-GH23-JK4U'])
      expect(plainRecoveryCode(typed)).toBeNull();
  });
});

test('a sign-in code is 192 bits', () => expect(newLoginCode()).toMatch(/^[A-Za-z0-9_-]{32}$/));

describe('a sealed secret', () => {
  const box = secretBox(Buffer.alloc(32, 1), 'second factor');
  const plain = Buffer.from('secret of an app');
  test('can be opened for its owner, and differs each time', () => {
    const [one, two] = [box.seal(plain, 'a'), box.seal(plain, 'a')];
    expect(box.open(one, 'a')).toEqual(plain);
    expect(one.equals(two)).toBe(false);
    expect(one.includes(plain)).toBe(false);
  });
  test('cannot be opened for another owner, with another key, or when changed', () => {
    const sealed = box.seal(plain, 'a');
    expect(() => box.open(sealed, 'b')).toThrow();
    expect(() => secretBox(Buffer.alloc(32, 2), 'second factor').open(sealed, 'a')).toThrow();
    expect(() => secretBox(Buffer.alloc(32, 1), 'something else').open(sealed, 'a')).toThrow();
    sealed[30] = (sealed[30] ?? 0) ^ 1;
    expect(() => box.open(sealed, 'a')).toThrow();
  });
});
