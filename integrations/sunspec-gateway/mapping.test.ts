import { HE_BAT } from '@voltloop/protocol';
import { describe, expect, it } from 'vitest';
import { currentRows, faultPoints, faultRows, INVERTERS, METERS, neededBy, pointRows } from './mapping.ts';
import { modelsById } from './sunspec/index.ts';

const points = new Map(HE_BAT.points.map((p) => [p.key, p]));
const fieldsOf = (id: number) => modelsById.get(id)?.fields.map((f) => f.name) ?? [];

describe('the mapping', () => {
  it('maps existing fields of polled models to existing points', () => {
    for (const { point, models, field, part } of pointRows) {
      expect(points.has(point), point).toBe(true);
      for (const id of models) {
        expect(fieldsOf(id), `${id}`).toContain(field);
        expect(neededBy.get(id), `${id} for ${part}`).toContain(part);
      }
    }
    for (const { point, current, power } of currentRows) {
      expect(points.has(point)).toBe(true);
      for (const id of METERS) expect(fieldsOf(id)).toEqual(expect.arrayContaining([current, power]));
    }
  });

  it('maps enumerations to valid values of the points', () => {
    for (const { point, values } of pointRows)
      for (const value of Object.values(values ?? {}))
        expect(points.get(point)?.values).toHaveProperty(String(value));
  });

  it('maps events to fault bits of the information model', () => {
    const known = new Set(HE_BAT.faults.map((f) => f.code));
    const stated: readonly string[] = [...faultPoints.inverter, ...faultPoints.battery];
    for (const { models, field, bits } of faultRows) {
      for (const id of models) expect(fieldsOf(id)).toContain(field);
      for (const [point, ...targets] of Object.values(bits))
        for (const bit of targets) {
          expect(known.has(`${point}.${bit}`), `${point}.${bit}`).toBe(true);
          expect(stated).toContain(point);
        }
    }
  });

  it('combines each point in one way only', () => {
    for (const { point, combine } of pointRows)
      for (const other of pointRows.filter((r) => r.point === point)) expect(other.combine).toBe(combine);
  });

  it('polls every possible model of inverter and meter', () => {
    for (const id of [...INVERTERS, ...METERS]) expect(neededBy.has(id)).toBe(true);
  });
});
