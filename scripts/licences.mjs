// The licences of all dependencies, by the lock file. Part of npm run verify.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, root } from './lib/prepare.mjs';

/** May be used and given on with notices alone. */
const ALLOWED = new Set(['MIT', 'MIT-0', 'Apache-2.0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD']);

/** Others, each for named packages only, and why. A name may end with `*`. */
const EXCEPTIONS = [
  {
    licence: 'MPL-2.0',
    names: ['lightningcss', 'lightningcss-*', 'axe-core'],
    why: 'tools of the build and of tests, used unchanged; not in a release',
  },
  {
    licence: 'LGPL-3.0-or-later',
    names: ['@img/sharp-libvips-*', '@img/sharp-win32-*', '@img/sharp-wasm32'],
    why: 'libvips is a shared library of its own that can be replaced; nothing of it is changed',
  },
  {
    licence: 'OFL-1.1',
    names: ['@fontsource-variable/*', '@embedpdf/fonts-*'],
    why: 'fonts, given on unchanged with their names',
  },
  { licence: 'BlueOak-1.0.0', names: ['*'], why: 'as free as MIT' },
  { licence: 'CC0-1.0', names: ['*'], why: 'public domain' },
  { licence: 'Unlicense', names: ['*'], why: 'public domain' },
  { licence: 'Zlib', names: ['*'], why: 'as free as MIT' },
];

/** Packages that say it in a file or an older field only; all but `png-js` are of the S3 server of the tests. */
const IN_A_FILE = {
  busboy: 'MIT',
  'humanize-number': 'MIT',
  only: 'MIT',
  'png-js': 'MIT',
  streamsearch: 'MIT',
};

const matches = (name, pattern) =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;

/** Whether the expression of a licence (SPDX, without nesting) may be used by this package. */
function allowed(name, expression) {
  const one = (id) =>
    ALLOWED.has(id) ||
    EXCEPTIONS.some((e) => e.licence === id && e.names.some((pattern) => matches(name, pattern)));
  return expression
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((id) => one(id.trim())));
}

/** What is wrong in a lock file: packages without a licence, and with one that is not allowed. */
function wrongLicences({ packages }) {
  const wrong = [];
  for (const [place, { license, link, os }] of Object.entries(packages)) {
    const name = place.split('node_modules/').at(-1);
    if (!place.includes('node_modules/') || link) continue;
    const licence = license ?? IN_A_FILE[name];
    if (licence === undefined) {
      // Builds for other systems, of which complete-lock.mjs knows no more: the same as this system's.
      if (!os) wrong.push(`${name}: no licence`);
    } else if (!allowed(name, licence)) wrong.push(`${name}: ${licence}`);
  }
  return [...new Set(wrong)];
}

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const wrong = wrongLicences(lock);
if (wrong.length > 0)
  fail(
    `Licences that are not allowed:\n${wrong.join('\n')}`,
    'Use another package, or name it with the reason in scripts/licences.mjs.',
  );
process.stdout.write(`${Object.keys(lock.packages).length} packages, all with allowed licences\n`);
