import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Backlog } from './backlog.ts';

const state = (devid: string, soc: number) => ({
  devid,
  status: 1,
  problem: null,
  active_events: 0,
  last_time: null,
  soc,
  left_wh: null,
  rated_wh: null,
  work_state: null,
  bat_power_w: null,
  grid_power_w: null,
  pv_power_w: null,
  load_power_w: null,
});

describe('Backlog', () => {
  it('keeps the newest value of each thing, and every point of frames that differ', () => {
    const backlog = new Backlog();
    backlog.addFrame({ devid: 'A', time: 1, fields: { M_SOC: 1, M_VOLT: 50 } });
    backlog.addFrame({ devid: 'A', time: 2, fields: { M_SOC: 2 } });
    backlog.addFrame({ devid: 'A', time: 2, fields: { 'P_SOC@1': 3 } });
    backlog.addStates([state('A', 1), state('B', 1)]);
    backlog.addStates([state('A', 2)]);
    backlog.addNotice({ name: 'command', data: { id: '1', devid: 'A', state: 'queued' } });
    backlog.addNotice({ name: 'event', data: { id: '1', devid: 'A', code: 'X', level: 1, state: 1 } });
    backlog.addNotice({ name: 'command', data: { id: '1', devid: 'A', state: 'sent' } });
    expect(backlog.take()).toEqual([
      { name: 'frame', data: { devid: 'A', time: 2, fields: { M_SOC: 2, M_VOLT: 50, 'P_SOC@1': 3 } } },
      { name: 'state', data: { things: [state('A', 2), state('B', 1)] } },
      { name: 'event', data: { id: '1', devid: 'A', code: 'X', level: 1, state: 1 } },
      { name: 'command', data: { id: '1', devid: 'A', state: 'sent' } },
    ]);
    expect(backlog.take()).toEqual([]);
  });

  it('is bounded by the watched topics, however many messages arrive', () => {
    const backlog = new Backlog();
    const word = fc.constantFrom('A', 'B', 'C');
    fc.assert(
      fc.property(fc.array(fc.tuple(word, fc.nat(1e6)), { minLength: 50, maxLength: 200 }), (news) => {
        for (const [devid, n] of news) {
          backlog.addFrame({ devid, time: n, fields: { M_SOC: n } });
          backlog.addStates([state(devid, n)]);
          for (let i = 0; i < 10; i++) {
            backlog.addNotice({ name: 'command', data: { id: `${n}-${i}`, devid, state: 'sent' } });
          }
        }
        const messages = backlog.take();
        expect(messages.filter((m) => m.name === 'frame').length).toBeLessThanOrEqual(3);
        expect(messages.filter((m) => m.name === 'state')).toHaveLength(1);
        expect(messages.filter((m) => m.name === 'command').length).toBeLessThanOrEqual(500);
        const last = new Map<string, number>(news);
        for (const m of messages) {
          if (m.name === 'frame') expect(m.data.fields.M_SOC).toBe(last.get(m.data.devid));
        }
      }),
      { numRuns: 30 },
    );
  });
});
