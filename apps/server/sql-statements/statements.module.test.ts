import { globSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestWorld, testWorld } from '../testing/world.ts';
import { type Described, describeStatement } from './describe-statement.ts';
import { readStatements, type Statement } from './read-statements.ts';

let world: TestWorld;
let client: pg.Client;
const server = join(import.meta.dirname, '..');
const checked: { statement: Statement; described: Described }[] = [];
const refused: string[] = [];
/** Statements with a part that is only known when they run. */
let partial = 0;

beforeAll(async () => {
  world = await testWorld({ clickhouse: false });
  client = new pg.Client({ connectionString: world.databaseUrl });
  await client.connect();
  const files = globSync('**/*.ts', {
    cwd: server,
    exclude: ['**/node_modules/**', '**/*.test.ts', 'testing/**'],
  });
  for (const statement of readStatements(
    files.map((file) => join(server, file)),
    server,
  )) {
    const first = await describeStatement(client, statement.texts[0]);
    const described = 'error' in first ? await describeStatement(client, statement.texts[1]) : first;
    if (!('error' in described)) checked.push({ statement, described });
    else if (!statement.isRun || isPartial(statement.texts[1], described.code)) partial += 1;
    else refused.push(`${statement.place} ${described.error}: ${statement.texts[1]}`);
  }
});

afterAll(async () => {
  await client.end();
  await world.stop();
});

/** A parameter that stands for a piece of SQL: a syntax error, or a value without a type. */
function isPartial(text: string, code: string): boolean {
  const partialCodes = ['42601', '42P18', '42725', '42809', '42804', '42803'];
  return /\$\d/.test(text) && (partialCodes.includes(code) || /\w\$\d/.test(text));
}

/** Whether a column is a piece of SQL that is only known when the statement runs. */
const isPartOnly = (text: string, column: string): boolean =>
  new RegExp(`\\$\\d+ as "?${column}\\b`).test(text);

test('PostgreSQL accepts each statement of the server for the migrated schema', () => {
  expect(refused).toEqual([]);
});

test('nearly all statements are whole in the source, so that they are checked', () => {
  expect(checked.length).toBeGreaterThan(700);
  expect(partial / (checked.length + partial)).toBeLessThan(0.2);
});

test('what the code reads of a row is a column of the statement, with its type', () => {
  const wrong = checked.flatMap(({ statement, described: { columns } }) => {
    const { place, row } = statement;
    // A column without a name is a piece of SQL that is only known when the statement runs.
    if (!row || columns.some(({ name }) => name === '?column?')) return [];
    return [...row].flatMap(([name, type]) => {
      const column = columns.find((each) => each.name === name);
      if (!column) return [`${place} ${name} is no column`];
      const known = !isPartOnly(statement.texts[0], name) && type && column.type;
      return known && type !== column.type ? [`${place} ${name} is a ${column.type}`] : [];
    });
  });
  expect(wrong).toEqual([]);
});
