// Generates a resource of the back office: declaration, examples for its tests, migration, and its lines in names.ts,
// registry.ts and examples.ts. The generated files pass the tests and are then edited: docs/guides/add-a-resource.md.
// Document kinds are written by hand: docs/guides/add-a-document.md.
//   npm run new:resource <name> [menu=5000] [group=master] [en="Charging post"] [zh=充电桩]
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail as end, root } from './lib/prepare.mjs';

const fail = (message) =>
  end(message, 'npm run new:resource <name> [menu=5000] [group=master] [en="Charging post"] [zh=充电桩]');

const [name, ...rest] = process.argv.slice(2);
const given = Object.fromEntries(rest.map((each) => each.split(/=(.*)/s).slice(0, 2)));
const namesFile = join(root, 'packages/resources/names.ts');
const names = readFileSync(namesFile, 'utf8');
const registryFile = join(root, 'packages/resources/registry.ts');
const registry = readFileSync(registryFile, 'utf8');

if (!/^[a-z][a-zA-Z]{1,30}$/.test(name ?? '')) {
  fail('The name is camelCase, of 2 to 31 letters, such as chargingPost.');
}
if (new RegExp(`^  ${name}: entry\\(`, 'm').test(names))
  fail(`${name} is already in packages/resources/names.ts`);

const menus = readFileSync(join(root, 'packages/contract/rights.ts'), 'utf8') + names;
const taken = new Set([...menus.matchAll(/\b(\d{3,4})\b/g)].map(([, id]) => Math.floor(Number(id) / 100)));
const free = Array.from({ length: 40 }, (_, i) => 50 + i).find((hundred) => !taken.has(hundred));
const menu = Number(given.menu ?? (free ?? 0) * 100);
if (!Number.isInteger(menu) || menu < 1000 || menu % 100 !== 0)
  fail('The menu id must be a multiple of 100, at least 1000');
if (taken.has(menu / 100))
  fail(`The menu id ${menu} is already used in names.ts or packages/contract/rights.ts`);

const group = given.group ?? 'master';
const groups = [...names.matchAll(/^ {2}(\w+): \{ en: '/gm)].map(([, each]) => each);
if (!groups.includes(group)) fail(`The group must be one of ${groups.join(', ')}`);

const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
const one = given.en ?? words[0].toUpperCase() + words.slice(1);
const zh = given.zh ?? one;
for (const text of [one, zh])
  if (/['\\\n]/.test(text)) fail(`A name must not contain quotes, backslashes or line breaks: ${text}`);
const many = /[^aeiou]y$/.test(one)
  ? `${one.slice(0, -1)}ies`
  : /(s|x|ch|sh)$/.test(one)
    ? `${one}es`
    : `${one}s`;
const folder = words.replaceAll(' ', '-');
const snake = words.replaceAll(' ', '_');
const table = /[^aeiou]y$/.test(snake)
  ? `${snake.slice(0, -1)}ies`
  : /(s|x|ch|sh)$/.test(snake)
    ? `${snake}es`
    : `${snake}s`;

const migrations = join(root, 'db/postgres');
const last = Math.max(
  ...readdirSync(migrations)
    .map((file) => Number.parseInt(file, 10))
    .filter(Number.isFinite),
);
const number = String(last + 1).padStart(4, '0');

const files = {
  [`packages/resources/${folder}/${folder}.resource.ts`]: `import { defineResource, text } from '@voltloop/resource-kit';
import { named } from '../names.ts';

/** What it is, and where its fields come from. */
export const ${name} = defineResource({
  ...named('${name}'),
  path: '/${name}',
  table: '${table}',
  title: 'name',
  fields: {
    code: text('Code', '编号', { max: 20, code: true, required: true, fixed: true }),
    name: text('Name', '名称', { max: 100, required: true }),
    remark: text('Remark', '备注', { max: 500, long: true }),
  },
  list: {
    columns: ['code', 'name', 'createTime'],
    search: ['name', 'code'],
  },
  form: [{ title: { en: '${one}', zh: '基本信息' }, fields: ['code', 'name', 'remark'] }],
  unique: { ${table}_code: ['code'] },
});
`,
  [`packages/resources/${folder}/${folder}.examples.ts`]: `import type { Examples } from '@voltloop/resource-kit';

export const ${name}Examples: Examples = {
  row: (n) => ({ code: \`A\${String(n).padStart(6, '0')}\`, name: \`名称 \${n}\`, remark: 'note' }),
  change: { field: 'name', to: '新名称' },
  wrong: [
    ['code', 'A'.repeat(21), 'validation.too_big'],
    ['name', 'x'.repeat(101), 'validation.too_big'],
  ],
};
`,
  [`db/postgres/${number}_${table}.sql`]: `-- ${many} (packages/resources/${folder}).
create table ${table} (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants,
  create_time timestamptz not null default now(),
  create_user uuid references accounts,
  update_time timestamptz not null default now(),
  deleted_at timestamptz,
  version int not null default 1,
  code text not null,
  name text not null,
  remark text
);
create unique index ${table}_code on ${table} (tenant_id, code) where deleted_at is null;
create index ${table}_by_time on ${table} (tenant_id, create_time desc, id) where deleted_at is null;
-- The same expression as the search box (engine/filters.ts): list.search in its order.
create index ${table}_search on ${table}
  using gin ((lower(name || E'\\n' || coalesce(code, ''))) gin_trgm_ops);
`,
};

mkdirSync(join(root, `packages/resources/${folder}`));
for (const [path, content] of Object.entries(files)) writeFileSync(join(root, path), content, { flag: 'wx' });
/** Adds a line at the end of the object that begins with `head`. */
function addLine(file, text, head, line) {
  const close = text.indexOf('\n}', text.indexOf(head)) + 1;
  writeFileSync(file, text.slice(0, close) + line + text.slice(close));
}
addLine(
  namesFile,
  names,
  'export const names',
  `  ${name}: entry(${menu}, '${group}', ['${one}', '${many}'], '${zh}'),\n`,
);
const examplesFile = join(root, 'packages/resources/examples.ts');
const examples = readFileSync(examplesFile, 'utf8');
addLine(
  examplesFile,
  `import { ${name}Examples } from './${folder}/${folder}.examples.ts';\n${examples}`,
  'const examples',
  `  ${name}: ${name}Examples,\n`,
);
addLine(
  registryFile,
  registry,
  'const loaders',
  `  ${name}: () => import('./${folder}/${folder}.resource.ts').then((m) => m.${name}),\n`,
);

console.log(
  [
    ...Object.keys(files),
    ...['names', 'registry', 'examples'].map((file) => `packages/resources/${file}.ts`),
  ].join('\n'),
);
console.log(
  `\nTest it: npx vitest run packages/resources/fields.test packages/resources/resources.module -t ${name}\nThen declare its fields: docs/guides/add-a-resource.md`,
);
