import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { documentKinds } from './documents.ts';
import { featuresOf, featuresOfKind } from './features.ts';
import { resources } from './index.ts';
import { documentRepresentatives, representatives } from './representatives.ts';

const root = join(import.meta.dirname, '../..');
const each = 'packages/resources/resources.module.test.ts';
const fields = 'packages/resources/fields.test.ts';
const presets = 'packages/resources/documents.module.test.ts';
const rules = 'apps/server/modules/records/resources/engine/rules.module.test.ts';
const orders = 'apps/server/modules/ledger/backoffice/order/order-calls.module.test.ts';

/** Features that no representative has: the file and the title of the test that asserts them. */
const elsewhere: Readonly<Record<string, readonly [file: string, title: string]>> = {
  'field region': [fields, 'accepts its examples, which are different'],
  'line date': [fields, '%s refuses %j'],
  'line files': [each, 'is written, read, offered, changed, exported, deleted and restored'],
  'line reference': [rules, 'of lines are checked, have titles, and lock their targets'],
  'line among': [orders, 'are refused with an error at an invalid category or form of use'],
  'field unitOfRow': [orders, 'are exported with the unit of their quantity'],
  'life editableWhen': [orders, 'is edited and deleted only while nothing is shipped'],
  'step when': [orders, 'is refused after a shipment'],
  'step causes': [each, 'takes the steps of its life cycle, and no others'],
  'unique together': [each, 'refuses its unique values twice'],
  'without delete': [each, 'is written, read, offered, changed, exported, deleted and restored'],
  'without insert': [each, 'is written, read, offered, changed, exported, deleted and restored'],
  'lookup name': [each, 'is written, read, offered, changed, exported, deleted and restored'],
  'lookup offered': [each, 'is written, read, offered, changed, exported, deleted and restored'],
  'list sort': [
    'apps/server/modules/records/resources/engine/list-order.module.test.ts',
    'follows its field, with empty values at the end',
  ],
  rights: [
    'apps/server/modules/ledger/passport/passport.module.test.ts',
    'are visible only to readers of that class',
  ],
};

const movesGoods = [presets, '%s moves coded goods and updates the projections'] as const;
const documents = 'apps/server/modules/ledger/documents';
/** The same for what document kinds do with goods. */
const elsewhereOfKinds: typeof elsewhere = {
  'to transit': movesGoods,
  'from transit': movesGoods,
  'to same': movesGoods,
  'from same': movesGoods,
  'preset becomes': movesGoods,
  'preset prefix': movesGoods,
  'preset columns': movesGoods,
  'preset goods': [presets, '%s takes goods by mass, at most the available ones'],
  'does produce': movesGoods,
  'does recycle': movesGoods,
  'does count': [
    `${documents}/counts.module.test.ts`,
    'finds missing, misplaced and surplus goods and those of another store, and books them',
  ],
  'does mass': [
    `${documents}/corrections.module.test.ts`,
    'of a battery is corrected in its place, and the totals of the store follow',
  ],
  'does code': [
    `${documents}/corrections.module.test.ts`,
    'keeps the former code as a way to find the battery',
  ],
  'from difference': [`${documents}/corrections.module.test.ts`, 'are booked back when they are found'],
  'to difference': [
    `${documents}/counts.module.test.ts`,
    'finds missing, misplaced and surplus goods and those of another store, and books them',
  ],
  'from inside': [
    `${documents}/parts.module.test.ts`,
    'are removed by a separate move: the mass of the store stays, that of the pack drops',
  ],
  'claims asked': [
    'apps/server/modules/ledger/works/claim.module.test.ts',
    'other documents cannot take claimed components of a draft until it is posted',
  ],
};

const kindsOf = (names: readonly string[]) =>
  documentKinds.filter(({ resource }) => names.includes(resource.name));
const missingIn = (all: ReadonlySet<string>[], some: ReadonlySet<string>[]) => {
  const covered = new Set(some.flatMap((features) => [...features]));
  return [...new Set(all.flatMap((features) => [...features]))].filter((feature) => !covered.has(feature));
};

test.each([
  {
    what: 'resources',
    missing: missingIn(
      resources.map(featuresOf),
      resources.filter(({ name }) => representatives.includes(name)).map(featuresOf),
    ),
    named: elsewhere,
  },
  {
    what: 'documents',
    missing: missingIn(
      documentKinds.map(featuresOfKind),
      kindsOf(documentRepresentatives).map(featuresOfKind),
    ),
    named: elsewhereOfKinds,
  },
])('each feature of $what is used by a representative, or has a test of its own', ({ missing, named }) => {
  expect(missing.sort()).toEqual(Object.keys(named).sort());
  for (const [feature, [file, title]] of Object.entries(named)) {
    const source = readFileSync(join(root, file), 'utf8');
    expect([feature, source.includes(title)]).toEqual([feature, true]);
  }
});

test('the suites run for the representatives', () => {
  const isCalled = (name: string, call: string) => {
    const folder = `packages/resources/${name}`;
    return readFileSync(join(root, `${folder}/${name}.module.test.ts`), 'utf8').includes(call);
  };
  for (const name of representatives)
    expect([name, isCalled(name, `describeResource(${name})`)]).toEqual([name, true]);
  for (const name of documentRepresentatives)
    expect([name, isCalled(name, `describeDocument(${name}Kind)`)]).toEqual([name, true]);
});
