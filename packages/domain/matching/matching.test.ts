import { describe, expect, it } from 'vitest';
import {
  houseLimits,
  type Limits,
  type MatchTask,
  type Member,
  match,
  measures,
  randomFrom,
} from './index.ts';

const limits = { parallel: houseLimits.parallel, series: houseLimits.series };

/** Cells with scattered capacity, resistance and voltage; resistance falls with capacity. */
function cells(count: number, seed = 1, more: Partial<Member> = {}): Member[] {
  const random = randomFrom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Array.from({ length: count }, (_, n) => {
    const health = 0.8 + 0.04 * normal();
    return {
      id: `c${n}`,
      kind: 'B/001/03',
      capacity_Ah: 280 * health,
      dcir_mOhm: 0.4 * (1 + (0.8 - health) * 2 + 0.03 * normal()),
      ocv_V: 3.3 + 0.002 * normal(),
      selfDischarge_mVPerDay: null,
      made_month: 60 + Math.floor(random() * 4),
      cycles: null,
      ...more,
    };
  });
}

const task = (members: readonly Member[], more: Partial<MatchTask> = {}): MatchTask => ({
  members,
  series: 16,
  parallel: 1,
  limits,
  seed: 7,
  ...more,
});

/** Checks values against a limit without the code under test. */
function keeps(members: readonly Member[], given: Limits): boolean {
  const span = (of: (member: Member) => number | null) => {
    const values = members.map(of).filter((value) => value !== null);
    if (values.length < 2) return { span: 0, mean: 1 };
    return {
      span: Math.max(...values) - Math.min(...values),
      mean: values.reduce((sum, value) => sum + value, 0) / values.length,
    };
  };
  const share = (of: (member: Member) => number | null) => {
    const { span: width, mean } = span(of);
    return (100 * width) / mean;
  };
  return (
    share((member) => member.capacity_Ah) <= given.capacity_pct + 1e-6 &&
    share((member) => member.dcir_mOhm) <= given.dcir_pct + 1e-6 &&
    span((member) => member.ocv_V).span * 1000 <= given.ocv_mV + 1e-6 &&
    span((member) => member.made_month).span <= given.age_months
  );
}

describe('matching', () => {
  const members = cells(800);
  const byId = new Map(members.map((member) => [member.id, member]));
  const result = match(task(members));
  const packs = result.packs.map(({ groups }) => groups.flat().map((id) => byId.get(id) as Member));

  it('uses each cell at most once and returns the others', () => {
    const ids = [...result.packs.flatMap(({ groups }) => groups.flat()), ...result.left];
    expect([...ids].sort()).toEqual(members.map(({ id }) => id).sort());
  });

  it('forms packs of the requested size, each within every limit', () => {
    expect(packs.length).toBeGreaterThan(0);
    for (const pack of packs) {
      expect(pack.length).toBe(16);
      expect(keeps(pack, limits.series)).toBe(true);
    }
  });

  it('forms more packs within the limits than sorting by capacity, and far more than unsorted packing', () => {
    const sorted = [...members].sort((a, b) => a.capacity_Ah - b.capacity_Ah);
    const bySorting = Array.from({ length: 50 }, (_, n) => sorted.slice(n * 16, n * 16 + 16)).filter((pack) =>
      keeps(pack, limits.series),
    ).length;
    expect(result.withinBefore).toBeLessThan(3);
    expect(packs.length).toBeGreaterThan(bySorting);
    expect(packs.length).toBeGreaterThan(40);
  });

  it('narrows the spreads', () => {
    for (const measure of ['capacity', 'dcir', 'ocv'] as const)
      expect(result.after[measure]).toBeLessThan(result.before[measure] as number);
    expect(result.after.cycles).toBeNull();
  });

  it('is deterministic, and keeps every limit for another order of the members', () => {
    expect(match(task(members))).toEqual(result);
    const other = match(task([...members].reverse(), { seed: 8 }));
    expect(other.packs.length).toBeGreaterThan(40);
  });

  it('reports the nearest limit, and a swap that helps', () => {
    for (const { limiting } of result.packs) {
      expect(measures).toContain(limiting?.measure);
      expect(limiting?.part).toBeLessThanOrEqual(1 + 1e-6);
    }
    const swaps = result.packs.flatMap(({ useful }) => (useful ? [useful] : []));
    expect(swaps.length).toBeGreaterThan(0);
    for (const swap of swaps) expect(swap.after).toBeLessThan(swap.before);
  });

  it('never mixes kinds', () => {
    const mixed = [
      ...cells(40, 2),
      ...cells(40, 3, { kind: 'E/001/03' }).map((cell) => ({ ...cell, id: `e${cell.id}` })),
    ];
    const kinds = new Map(mixed.map(({ id, kind }) => [id, kind]));
    const wide: Limits = { ...limits.series };
    for (const name of Object.keys(wide) as (keyof Limits)[]) wide[name] = 1000;
    const found = match(task(mixed, { limits: { parallel: wide, series: wide } }));
    expect(found.packs.length).toBe(4);
    for (const { groups } of found.packs)
      expect(new Set(groups.flat().map((id) => kinds.get(id))).size).toBe(1);
  });

  it('arranges parallel groups with nearly equal sums', () => {
    const found = match(task(members, { series: 8, parallel: 4 }));
    expect(found.packs.length).toBeGreaterThan(10);
    for (const { groups, capacity_Ah } of found.packs) {
      expect(groups.map((group) => group.length)).toEqual(Array(8).fill(4));
      const sums = groups.map((group) =>
        group.reduce((sum, id) => sum + (byId.get(id)?.capacity_Ah ?? 0), 0),
      );
      expect(capacity_Ah).toBeCloseTo(Math.min(...sums), 9);
      expect((Math.max(...sums) - Math.min(...sums)) / Math.max(...sums)).toBeLessThan(0.03);
      for (const group of groups)
        expect(
          keeps(
            group.map((id) => byId.get(id) as Member),
            limits.parallel,
          ),
        ).toBe(true);
    }
  });

  it('forms no pack of too few cells, of none, and of cells that do not match', () => {
    expect(match(task(cells(15)))).toMatchObject({ packs: [], left: { length: 15 } });
    expect(match(task([]))).toMatchObject({ packs: [], left: [] });
    const apart = cells(32).map((cell, n) => ({ ...cell, capacity_Ah: 100 * 1.2 ** n }));
    expect(match(task(apart)).packs).toEqual([]);
  });

  it('ignores unknown values', () => {
    const unknown = cells(32).map((cell) => ({ ...cell, dcir_mOhm: null, ocv_V: null, capacity_Ah: 280 }));
    const found = match(task(unknown));
    expect(found.packs.length).toBe(2);
    expect(found.packs[0]?.spreads).toMatchObject({ capacity: 0, dcir: null, ocv: null });
  });
});
