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
      'apps/web/ui/text/format.ts',
      // Sentences with a date, in the language of their reader.
      'apps/server/modules/service/reports/formats.ts',
      'apps/server/modules/people/accounts/emails.ts',
    ],
    instead: 'packages/domain/clock, or formatDate',
  },
  {
    what: 'the zone of the browser',
    pattern: /resolvedOptions\(\)\.timeZone/,
    only: ['apps/web/ui/text/format.ts'],
    instead: 'useFormat().zoneName, or browserZone()',
  },
  {
    what: 'the dash for a missing value',
    pattern: /['"`>][–—]['"`<]/,
    only: [
      'apps/server/modules/service/reports/formats.ts',
      // Of docs/api.md.
      'apps/server/every-call/api-page.ts',
      'apps/web/ui/text/format.ts',
      // From one day to another.
      'apps/web/ui/list/filter-inputs.tsx',
      'apps/web/ui/time/range-picker.tsx',
    ],
    instead: 'NO_VALUE',
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
  {
    what: 'new jobs over devices, and changes of their state',
    pattern: /insert into (?:param|upgrade)_jobs\b|update (?:param|upgrade)_jobs(?: \w+)?\s+set state\b/,
    only: [],
    instead: 'DeviceJobs',
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
  const found = files.filter(({ path, text }) => pattern.test(text) && !only.includes(path));
  expect(
    found.map(({ path }) => path),
    `use ${instead}`,
  ).toEqual([]);
});
