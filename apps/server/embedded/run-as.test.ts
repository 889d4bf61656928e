import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closedFolder } from './run-as.ts';

let base: string;
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'voltloop-reach-'));
  chmodSync(base, 0o755);
  mkdirSync(join(base, 'closed/inner'), { recursive: true });
  chmodSync(join(base, 'closed'), 0o700);
  mkdirSync(join(base, 'open'));
});
afterAll(() => rmSync(base, { recursive: true }));

const stranger = { uid: 64_999, gid: 64_999 };

test('the outermost inaccessible folder is found', () => {
  expect(closedFolder(join(base, 'closed/inner/data'), stranger)).toBe(join(base, 'closed'));
});

test('accessible and missing folders are no obstacle', () => {
  expect(closedFolder(join(base, 'open/not/yet'), stranger)).toBeUndefined();
});

test('the owner passes through a closed folder', () => {
  const me = { uid: process.getuid!(), gid: process.getgid!() };
  expect(closedFolder(join(base, 'closed/inner'), me)).toBeUndefined();
});
