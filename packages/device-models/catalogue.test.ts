import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { deviceModel } from './model.ts';
import { failedSamples } from './samples.ts';

const folder = join(import.meta.dirname, 'catalogue');
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));

describe.each(files)('%s', (name) => {
  const document: unknown = JSON.parse(readFileSync(join(folder, name), 'utf8'));

  it('is a valid model whose samples give the readings that they name', () => {
    const parsed = deviceModel.safeParse(document);
    expect(parsed.error?.issues ?? []).toEqual([]);
    expect(parsed.data && failedSamples(parsed.data)).toEqual([]);
  });
});
