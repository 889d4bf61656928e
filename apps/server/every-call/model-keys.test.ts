import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { HE_BAT } from '@voltloop/protocol';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';

/** Everything else names a role (packages/device-models/roles.ts), or takes keys from the model of a device. */

/** Folders that may write keys of points and settings. */
const allowed = [
  'packages/protocol/',
  'packages/device-models/',
  // They are devices, or call the API as another program would.
  'apps/server/demo/',
  'apps/server/demo-snapshot/',
  'apps/server/every-call/',
  'apps/server/testing/',
  'packages/client/',
];

/** The number of a pack in frames and commands: a part of the messages, although HE_BAT lists it among its settings. */
const PACK_NUMBER = 'P_no';
const keys = [...HE_BAT.points, ...HE_BAT.settings]
  .map(({ key }) => key)
  .filter((key) => key !== PACK_NUMBER);

/** Beginnings of keys count as well: `E_TOU` of a template, `P_` of `startsWith`. */
const isKey = (word: string) => word !== PACK_NUMBER && keys.some((key) => key.startsWith(word));

const root = fileURLToPath(new URL('../../../', import.meta.url));
const files = execFileSync('git', ['ls-files', '-z', 'apps', 'packages'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((path) => /\.tsx?$|\/texts\/.*\.json$/.test(path) && !/\.test\.tsx?$/.test(path))
  .filter((path) => !allowed.some((folder) => path.startsWith(folder)));

const codeOf = (path: string): string => {
  const text = readFileSync(root + path, 'utf8');
  if (path.endsWith('.json')) return text;
  return parseSync(path, text).comments.reduce(
    (code, { start, end }) => code.slice(0, start) + ' '.repeat(end - start) + code.slice(end),
    text,
  );
};

test('keys of points and settings stand only in their model, in devices and in tests', () => {
  const found = files.flatMap((path) =>
    [...new Set(codeOf(path).match(/\b[A-Z]{1,2}_[A-Za-z0-9_]*/g) ?? [])]
      .filter(isKey)
      .map((word) => `${path}: ${word}`),
  );
  expect(found).toEqual([]);
});
