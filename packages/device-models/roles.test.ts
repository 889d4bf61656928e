import { HE_BAT } from '@voltloop/protocol/he-bat/index.ts';
import { describe, expect, it } from 'vitest';
import { coreId, idsOf } from './core-points.ts';
import { candidatesOf, presentOf, type Role, roles, roleValue, settingRoles } from './roles.ts';

const points = new Map(HE_BAT.points.map((point) => [point.key, point]));

describe('roles', () => {
  it.each(roles)('%s names core points of one unit, kind and part', (role) => {
    const [first, ...others] = candidatesOf(role).map((key) => points.get(key));
    expect(first?.id).toBeLessThan(1000);
    for (const other of others) {
      expect(other?.id).toBeLessThan(1000);
      expect([other?.unit, other?.kind, other?.part]).toEqual([first?.unit, first?.kind, first?.part]);
    }
  });

  it('take the first candidate that is reported', () => {
    const value = (values: Record<string, number>) => roleValue(values, 'battery_power');
    expect([value({ M_POWER: 1, E_BAT_P: 2 }), value({ M_POWER: 1 }), value({ M_SOC: 1 })]).toEqual([
      2,
      1,
      undefined,
    ]);
    expect(value({ E_BAT_P: 0, M_POWER: 1 })).toBe(0);
    expect(presentOf('charge' satisfies Role, (key) => key.startsWith('M_'))).toBe('M_E_CHG_TOTAL');
    expect(idsOf('battery_power')).toEqual([coreId('E_BAT_P'), coreId('M_POWER')]);
  });
});

it('every role of a setting is that of one setting of HE_BAT', () => {
  const named = HE_BAT.settings.flatMap(({ role }) => (role ? [role] : []));
  expect(named.toSorted()).toEqual(settingRoles.toSorted());
});
