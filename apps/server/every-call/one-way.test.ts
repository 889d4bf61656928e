import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** Mechanisms that exist once, and the only files that may do the same by hand. docs/style.md lists them all. */
const once: readonly { what: string; pattern: RegExp; only: readonly string[]; instead: string }[] = [
  {
    what: 'formats of times',
    pattern: /Intl\.DateTimeFormat\(/,
    only: [
      'packages/domain/clock/time-zone.ts',
      'packages/domain/clock/zone-time.ts',
      'packages/ui/format.ts',
      // Sentences with a date, in the language of their reader.
      'apps/server/modules/service/reports/formats.ts',
      'apps/server/modules/people/accounts/emails.ts',
    ],
    instead: 'packages/domain/clock, or formatDate',
  },
  {
    what: 'the zone of the browser',
    pattern: /resolvedOptions\(\)\.timeZone/,
    only: ['packages/ui/format.ts'],
    instead: 'useFormat().zoneName, or browserZone()',
  },
  {
    what: 'leases',
    pattern: /\blease_id\b/,
    only: ['apps/server/platform/leased-rows.ts'],
    instead: 'LeasedRows',
  },
  {
    what: 'limits of rates',
    pattern: /\bnew RateLimit\(/,
    only: [
      'apps/server/platform/keyed-limits.ts',
      'apps/server/platform/tenant-rates.ts',
      'apps/server/embedded/broker-link.ts',
    ],
    instead: 'KeyedLimits',
  },
  {
    what: 'comparisons with a threshold',
    pattern: /comparison [=!]== '|'above' \| 'below';\n\s+threshold/,
    only: [],
    instead: 'comparators of the contract',
  },
];

const root = fileURLToPath(new URL('../../../', import.meta.url));
const files = execFileSync('git', ['ls-files', '-z', 'apps', 'packages', 'simulator'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter(
    (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|^packages\/client\/|platform\/schema\.ts$/.test(path),
  )
  .map((path) => ({ path, text: readFileSync(`${root}${path}`, 'utf8') }));

test.each(once)('one place has $what', ({ pattern, only, instead }) => {
  const found = files.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
  expect(found.toSorted(), `elsewhere use ${instead}`).toEqual(only.toSorted());
});
