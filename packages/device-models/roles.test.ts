import { HE_BAT } from '@voltloop/protocol/he-bat/index.ts';
import { describe, expect, it } from 'vitest';
import { isRoleId, ofRole, roleIds, roles } from './roles.ts';

const points = new Map(HE_BAT.points.map((p) => [p.key, p]));

describe('roles', () => {
  it.each(roleIds)('%s has the unit, kind and part of all its points', (id) => {
    const { unit, kind, part, keys } = roles[id];
    for (const key of keys) expect({ key, ...points.get(key) }).toMatchObject({ key, unit, kind, part });
  });

  it.each(roleIds)('%s has the label of its point unless that is ambiguous', (id) => {
    if (id.startsWith('terminal_')) return;
    expect(points.get(roles[id].keys[0])?.label).toEqual(roles[id].label);
  });

  it.each(roleIds)('%s is never negative exactly when its first point is not', (id) => {
    const negative = (points.get(roles[id].keys[0])?.min ?? 0) < 0;
    expect(roles[id].sign === 'magnitude').toBe(!negative);
  });

  it('are filled by the first candidate that is reported', () => {
    expect(ofRole({ M_POWER: 990, E_BAT_P: 1000 }, 'battery_power')).toBe(1000);
    expect(ofRole({ M_POWER: 990 }, 'battery_power')).toBe(990);
    expect(ofRole({ M_POWER: 0 }, 'battery_power')).toBe(0);
    expect(ofRole({}, 'battery_power')).toBeUndefined();
  });

  it('are not found under names of Object', () => {
    expect(isRoleId('constructor')).toBe(false);
    expect(isRoleId('soc')).toBe(true);
  });
});
