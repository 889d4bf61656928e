import { optionLists } from '@voltloop/domain/options/index.ts';
import { expect, it } from 'vitest';
import { registry } from './registry.ts';

it.each(Object.keys(registry))('each state of %s has a tone', async (name) => {
  const resource = await registry[name]!.load();
  const states = Object.entries(resource.fields).flatMap(([of, field]) =>
    field.kind === 'option' && (field.tones || of === resource.life?.field) ? [field] : [],
  );
  for (const { list, tones } of states)
    expect(Object.keys(tones ?? {}).sort()).toEqual(
      optionLists[list].options.map(({ value }) => String(value)).sort(),
    );
});

it('states of the same name have the same tone', async () => {
  const looks = new Map<string, Set<string>>();
  for (const entry of Object.values(registry))
    for (const field of Object.values((await entry.load()).fields))
      if (field.kind === 'option' && field.tones)
        for (const { value, zh } of optionLists[field.list].options)
          looks.set(zh, (looks.get(zh) ?? new Set()).add(String(field.tones[String(value)])));
  expect([...looks].filter(([, tones]) => tones.size > 1).map(([word]) => word)).toEqual([]);
});

it('related lists name existing references', async () => {
  for (const [name, entry] of Object.entries(registry))
    for (const { resource, by } of (await entry.load()).related ?? [])
      expect((await registry[resource]?.load())?.fields[by], `${resource}.${by}`).toMatchObject({
        kind: 'reference',
        to: name,
      });
});
