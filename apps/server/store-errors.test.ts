import { expect, test } from 'vitest';
import { checkPostgresVersion } from './store-errors.ts';

test.each(['15.18 (Debian 15.18-0+deb12u1)', '9.6.24'])('PostgreSQL %s is refused', (version) => {
  expect(() => checkPostgresVersion(version)).toThrow(
    `is version ${version}, and Voltloop needs 16 or newer.`,
  );
});

test.each(['16.0', '18.4', '19beta1'])('PostgreSQL %s is accepted', (version) => {
  expect(() => checkPostgresVersion(version)).not.toThrow();
});
