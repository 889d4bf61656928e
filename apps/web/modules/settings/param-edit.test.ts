import { describe, expect, it } from 'vitest';
import {
  differencesOf,
  type EditSetting,
  editable,
  foldPacks,
  keyFor,
  presentOf,
  readTyped,
  typedOf,
  withText,
  worstRisk,
} from './param-edit.ts';

const settings: EditSetting[] = [
  { key: 'E_SOC_RSV', group: 'ems', risk: 'low', min: 0, max: 90, step: 1 },
  { key: 'E_GRID_CODE', group: 'grid', risk: 'high', values: { 0: {}, 1: {} } },
  { key: 'P_no', group: 'pack', risk: 'low', min: 0, max: 32, step: 1 },
  { key: 'PX_CHG_I', group: 'pack', part: 'pack', risk: 'high', min: 0, max: 200, step: 0.1 },
];
const known = { E_SOC_RSV: 10, 'PX_CHG_I@1': 60, 'PX_CHG_I@2': 60 };

describe('keys', () => {
  it('contain the pack only for pack settings', () => {
    expect(settings.map((setting) => keyFor(setting, 2))).toEqual([
      'E_SOC_RSV',
      'E_GRID_CODE',
      'P_no',
      'PX_CHG_I@2',
    ]);
    expect(editable(settings).map(({ key }) => key)).not.toContain('P_no');
  });
});

describe('the present value', () => {
  it('of all packs is shown if it is equal', () => {
    expect(presentOf(known, 'PX_CHG_I', 2)).toBe(60);
    expect(presentOf({ ...known, 'PX_CHG_I@2': 50 }, 'PX_CHG_I', 2)).toBeUndefined();
    expect(presentOf(known, 'PX_CHG_I', 3)).toBeUndefined();
    expect(presentOf(known, 'PX_CHG_I', null)).toBeUndefined();
    expect(presentOf(known, 'PX_CHG_I@2', null)).toBe(60);
  });
});

describe('typed text', () => {
  it('counts if it differs from the present value and lies within the limits', () => {
    const typed = { E_SOC_RSV: '20', PX_CHG_I: '60.0', 'PX_CHG_I@2': '50,5' };
    expect(readTyped(settings, typed, known, 2)).toEqual({
      values: { E_SOC_RSV: 20, 'PX_CHG_I@2': 50.5 },
      problems: {},
    });
  });
  it('is reported as a problem of its field', () => {
    const typed = { E_SOC_RSV: '95', 'PX_CHG_I@1': 'x', E_GRID_CODE: '7' };
    expect(readTyped(settings, typed, known, 2)).toEqual({
      values: {},
      problems: {
        E_SOC_RSV: { key: 'above', max: 90 },
        'PX_CHG_I@1': { key: 'unreadable', problem: 'check.decimal' },
        E_GRID_CODE: { key: 'choice' },
      },
    });
  });
  it('can be set and removed', () => {
    expect(withText({ a: '1' }, 'b', '2')).toEqual({ a: '1', b: '2' });
    expect(withText({ a: '1', b: '2' }, 'b', null)).toEqual({ a: '1' });
    expect(typedOf({ a: 1.5 })).toEqual({ a: '1.5' });
  });
});

describe('values of packs', () => {
  it('are combined into one for all packs if they are equal', () => {
    expect(foldPacks(known, 2)).toEqual({ E_SOC_RSV: 10, PX_CHG_I: 60 });
    expect(foldPacks({ ...known, 'PX_CHG_I@2': 50 }, 2)).toEqual({ ...known, 'PX_CHG_I@2': 50 });
    expect(foldPacks(known, null)).toEqual(known);
  });
});

describe('the difference', () => {
  it('lists high risks first, and counts unknown present values as changes', () => {
    const values = { E_SOC_RSV: 20, 'PX_CHG_I@1': 60, 'PX_CHG_I@2': 50, E_GRID_CODE: 1, E_GONE: 1 };
    expect(differencesOf(settings, values, known, 2)).toEqual([
      { key: 'E_GRID_CODE', from: null, to: 1, risk: 'high' },
      { key: 'PX_CHG_I@2', from: 60, to: 50, risk: 'high' },
      { key: 'E_SOC_RSV', from: 10, to: 20, risk: 'low' },
    ]);
  });
  it('has the highest risk of its parts', () => {
    expect(worstRisk([{ risk: 'low' }, { risk: 'high' }, { risk: 'medium' }])).toBe('high');
    expect(worstRisk([])).toBe('low');
  });
});
