import { expect, it } from 'vitest';
import { patchPositions } from './patch-positions.ts';

const state = (devid: string, status: number) => ({
  devid,
  status,
  last_time: 1,
  soc: 1,
  work_state: null,
  bat_power_w: null,
  grid_power_w: null,
  pv_power_w: null,
  load_power_w: null,
});

it('changes what changed, and is the same list when nothing did', () => {
  const places = [
    { devid: 'a', status: 1 },
    { devid: 'b', status: 1 },
  ];
  const next = patchPositions(places, { things: [state('a', 2), state('b', 1)] });
  expect(next).toEqual([
    { devid: 'a', status: 2 },
    { devid: 'b', status: 1 },
  ]);
  expect(next[1]).toBe(places[1]);
  expect(patchPositions(places, { things: [state('a', 1), state('zzz', 0)] })).toBe(places);
});
