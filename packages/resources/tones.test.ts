import { optionLists } from '@voltloop/domain/options/index.ts';
import { expect, it } from 'vitest';
import { registry } from './registry.ts';

it.each(Object.keys(registry))('says how each state of %s looks', async (name) => {
  const resource = await registry[name]!.load();
  const states = Object.entries(resource.fields).flatMap(([of, field]) =>
    field.kind === 'option' && (field.tones || of === resource.life?.field) ? [field] : [],
  );
  for (const { list, tones } of states)
    expect(Object.keys(tones ?? {}).sort()).toEqual(
      optionLists[list].options.map(({ value }) => String(value)).sort(),
    );
});
