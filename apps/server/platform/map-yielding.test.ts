import { expect, test } from 'vitest';
import { mapYielding } from './map-yielding.ts';

test('many items are mapped in order, yielding to other work in between', async () => {
  let yields = 0;
  let going = true;
  const other = () => {
    yields += 1;
    if (going) setImmediate(other);
  };
  setImmediate(other);
  const made = await mapYielding([3, 1, 2], (item, place) => {
    const until = performance.now() + 20;
    while (performance.now() < until);
    return `${place}:${item}`;
  });
  going = false;
  expect(made).toEqual(['0:3', '1:1', '2:2']);
  expect(yields).toBeGreaterThanOrEqual(3);
});
