import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DailyCounter, energyOver, type Register, readDaily, readRegister } from './counters.ts';

const MINUTE = 60_000;
const HOUR = 3_600_000;
const WRAP = 2 ** 32;

const read = (values: number[], modulus_wh = WRAP): Register =>
  values.reduce<Register | undefined>(
    (before, wh) => readRegister(before, wh, modulus_wh, MINUTE),
    undefined,
  ) as Register;

describe('a register', () => {
  it('continues counting after an overflow of its 32 bits', () => {
    expect(read([WRAP - 300, WRAP - 100, 50]).total_wh).toBe(WRAP + 50);
  });

  it('wraps at its own scale', () => {
    expect(read([WRAP * 10 - 300, 200], WRAP * 10).total_wh).toBe(WRAP * 10 + 200);
  });

  it('does not fall when a board was replaced, and continues from there', () => {
    const reset = read([5_000_000, 5_000_100, 7, 8, 9]);
    expect(reset).toMatchObject({ last_wh: 9, total_wh: 5_000_100 });
    expect(readRegister(reset, 59, WRAP, MINUTE).total_wh).toBe(5_000_150);
  });

  it('ignores a corrupt reading, downwards and upwards', () => {
    expect(read([5_000_000, 12, 5_000_100]).total_wh).toBe(5_000_100);
    expect(read([5_000_000, 4_000_000_000, 5_000_100]).total_wh).toBe(5_000_100);
    expect(read([5_000_000, 4_000_000_000, 12, 5_000_100]).total_wh).toBe(5_000_100);
  });

  it('never falls, for any readings', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(2 ** 31)), (values) => {
        let register: Register | undefined;
        for (const wh of values) {
          const next = readRegister(register, wh, WRAP, MINUTE);
          expect(next.total_wh).toBeGreaterThanOrEqual(register?.total_wh ?? 0);
          register = next;
        }
      }),
    );
  });
});

describe('a daily counter', () => {
  /** Readings a minute apart around noon of one day. */
  const noon = (values: number[]) =>
    values.reduce<DailyCounter | undefined>(
      (before, value, n) => readDaily(before, value, n * MINUTE, '2026-03-01', 12 * HOUR),
      undefined,
    )?.total;

  it('counts its rises, and not what it began with', () => expect(noon([4200, 4300, 4500])).toBe(300));
  it('keeps its maximum over a fall below a tenth', () => expect(noon([1000, 950, 1000, 1010])).toBe(10));
  it('restarts after a larger fall', () => expect(noon([1000, 1100, 80, 90])).toBe(190));
  it('ignores a dip to 0', () => expect(noon([1000, 0, 0, 1000, 1001])).toBe(1));
  it('restarts when 0 persists', () => expect(noon([1000, 0, 0, 0, 7])).toBe(7));

  it('restarts over a silence across midnight, also when it is higher than before', () => {
    const before = readDaily(undefined, 4200, 10 * HOUR, '2026-03-01', 10 * HOUR);
    expect(readDaily(before, 5000, 44 * HOUR, '2026-03-02', 20 * HOUR).total).toBe(5000);
  });

  it('counts nothing twice when the source restarts some minutes after midnight', () => {
    let counter = readDaily(undefined, 4200, 24 * HOUR - MINUTE, '2026-03-01', 24 * HOUR - MINUTE);
    for (const [n, value] of [4200, 4150, 0, 0, 0, 5].entries())
      counter = readDaily(counter, value, 24 * HOUR + n * MINUTE, '2026-03-02', n * MINUTE);
    expect(counter.total).toBe(5);
  });

  it('never falls, for any readings', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(100_000)), (values) => {
        let counter: DailyCounter | undefined;
        for (const [n, value] of values.entries()) {
          const next = readDaily(counter, value, n * HOUR, String(Math.floor(n / 24)), (n % 24) * HOUR);
          expect(next.total).toBeGreaterThanOrEqual(counter?.total ?? 0);
          counter = next;
        }
      }),
    );
  });
});

describe('the energy of a power', () => {
  it('is unknown over a gap and when the clock was set back', () => {
    expect(energyOver(600, 10 * MINUTE, 10 * MINUTE)).toBe(100);
    expect(energyOver(600, 10 * MINUTE + 1, 10 * MINUTE)).toBeNull();
    expect(energyOver(600, 0, 10 * MINUTE)).toBeNull();
  });
});
