import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EventChange, type FaultFrame, KnownFaults } from './known-faults.ts';

const frame = (time_ms: number, bits: number, more: Partial<FaultFrame> = {}): FaultFrame => ({
  thing: { id: 't1' },
  devid: 'HB1',
  time_ms,
  received_ms: 1_000_000,
  quality: 0,
  data: { M_PROT1: bits },
  packs: [],
  ...more,
});
const active = (...codes: string[]) => codes.map((code) => ({ code, rule_id: null }));
const events = (known: KnownFaults, f: FaultFrame) =>
  known.update(f).filter((change): change is EventChange => change.what !== 'keep');
const short = (known: KnownFaults, f: FaultFrame) =>
  events(known, f).map((c) => `${c.what} ${c.kind.code} ${c.time_ms}`);

describe('KnownFaults', () => {
  it('raises on a rising bit and clears on a falling one, at the device’s time', () => {
    const known = new KnownFaults('t1', [], 0, 0);
    expect(short(known, frame(100, 0))).toEqual([]);
    expect(short(known, frame(200, 0b101))).toEqual(['raise M_PROT1.0 200', 'raise M_PROT1.2 200']);
    expect(short(known, frame(300, 0b101))).toEqual([]);
    expect(short(known, frame(400, 0b100))).toEqual(['clear M_PROT1.0 400']);
  });

  it('continues with the events that were active before its start', () => {
    const known = new KnownFaults('t1', active('M_PROT1.0'), 100, 0);
    expect(short(known, frame(200, 0b10))).toEqual(['clear M_PROT1.0 200', 'raise M_PROT1.1 200']);
  });

  it('changes nothing for back-fill and for frames older than what is known', () => {
    const known = new KnownFaults('t1', [], 100, 0);
    expect(short(known, frame(500, 1, { quality: 1 }))).toEqual([]);
    expect(short(known, frame(99, 1))).toEqual([]);
    expect(short(known, frame(200, 0))).toEqual([]);
    expect(short(known, frame(150, 1))).toEqual([]);
    expect(short(known, frame(200, 1))).toEqual(['raise M_PROT1.0 200']);
  });

  it('orders system, EMS and each pack separately', () => {
    const known = new KnownFaults('t1', [], 0, 0);
    short(known, frame(500, 0));
    expect(short(known, frame(400, 0, { data: { E_FAULT1: 1 } }))).toEqual(['raise E_FAULT1.0 400']);
    expect(short(known, frame(300, 0, { data: {}, packs: [{ P_no: 1, P_PROT: 1 }] }))).toEqual([
      'raise P_PROT.0@1 300',
    ]);
    expect(short(known, frame(200, 0, { data: {}, packs: [{ P_no: 2, P_PROT: 1 }] }))).toEqual([
      'raise P_PROT.0@2 200',
    ]);
  });

  it('ignores faults that a frame does not contain', () => {
    const known = new KnownFaults('t1', active('E_FAULT1.0', 'DOOR_OPEN', 'P_PROT.0@2'), 0, 0);
    expect(short(known, frame(100, 0))).toEqual([]);
    expect(short(known, frame(100, 0, { packs: [{ P_no: 1, P_PROT: 0 }] }))).toEqual([]);
  });

  it('treats a clock that runs ahead as the time of receipt', () => {
    const known = new KnownFaults('t1', [], 0, 0);
    expect(short(known, frame(9_000_000, 1))).toEqual(['raise M_PROT1.0 1000000']);
    expect(short(known, frame(1_000_500, 0, { received_ms: 1_000_500 }))).toEqual([
      'clear M_PROT1.0 1000500',
    ]);
  });

  it('the newest frame decides in any order of frames, and raise and clear alternate', () => {
    const arrivals = fc.array(
      fc.record({
        time: fc.integer({ min: 1, max: 30 }),
        bits: fc.integer({ min: 0, max: 15 }),
        old: fc.boolean(),
      }),
      { minLength: 1, maxLength: 60 },
    );
    fc.assert(
      fc.property(arrivals, (frames) => {
        const known = new KnownFaults('t1', [], 0, 0);
        const changes = new Map<string, { what: string; time_ms: number }[]>();
        let newest = { time: 0, bits: 0 };
        for (const { time, bits, old } of frames) {
          if (!old && time >= newest.time) newest = { time, bits };
          for (const { kind, what, time_ms } of events(known, frame(time, bits, { quality: old ? 1 : 0 }))) {
            changes.set(kind.code, [...(changes.get(kind.code) ?? []), { what, time_ms }]);
          }
        }
        for (let bit = 0; bit < 4; bit++) {
          expect(known.isActive(`M_PROT1.${bit}`)).toBe(((newest.bits >> bit) & 1) === 1);
        }
        for (const list of changes.values()) {
          for (const [i, turn] of list.entries()) {
            expect(turn.what).toBe(i % 2 === 0 ? 'raise' : 'clear');
            expect(turn.time_ms).toBeGreaterThanOrEqual(list[i - 1]?.time_ms ?? 0);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});
