import { expect, it } from 'vitest';
import { patchPositions } from './patch-positions.ts';

const state = (devid: string, status: number, level = 0) => ({
  devid,
  status,
  problem:
    level === 0
      ? null
      : { event_id: 'e', code: 'F', level, name: { en: 'F', zh: 'F' }, since: 1, acknowledged: false },
  active_events: level === 0 ? 0 : 1,
  last_time: 1,
  soc: 1,
  left_wh: null,
  rated_wh: null,
  work_state: null,
  bat_power_w: null,
  grid_power_w: null,
  pv_power_w: null,
  load_power_w: null,
});

it('applies changes, and returns the same list if there are none', () => {
  const place = (devid: string, status: number, problem_level = 0) => ({ devid, status, problem_level });
  const places = [place('a', 1), place('b', 1), place('c', 1)];
  const next = patchPositions(places, { things: [state('a', 2), state('b', 1), state('c', 1, 2)] });
  expect(next).toEqual([place('a', 2), place('b', 1), place('c', 1, 2)]);
  expect(next[1]).toBe(places[1]);
  expect(patchPositions(places, { things: [state('a', 1), state('zzz', 0)] })).toBe(places);
});
