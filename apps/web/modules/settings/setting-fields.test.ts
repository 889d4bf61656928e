import { describe, expect, it } from 'vitest';
import { readSetting } from './setting-fields.ts';

const reserve = { key: 'E_SOC_RSV', min: 0, max: 90, step: 1 };
const volts = { key: 'TOV', min: 48, max: 60, step: 0.1 };
const mode = { key: 'E_MODE', values: { 0: {}, 1: {} } };

describe('readSetting', () => {
  it('accepts values in range and on a step', () => {
    expect(readSetting(reserve, ' 15 ')).toEqual({ value: 15 });
    expect(readSetting(volts, '56.8')).toEqual({ value: 56.8 });
    expect(readSetting(volts, '48,3')).toEqual({ value: 48.3 });
    expect(readSetting({ key: 'x', min: -15_000, max: 15_000, step: 100 }, '-300')).toEqual({ value: -300 });
    expect(readSetting(mode, '1')).toEqual({ value: 1 });
  });
  it('returns the problem of an invalid value', () => {
    expect(readSetting(reserve, '')).toEqual({ problem: { key: 'empty' } });
    expect(readSetting(reserve, '1e3')).toEqual({ problem: { key: 'unreadable', problem: 'check.decimal' } });
    expect(readSetting(volts, '1.048,3')).toEqual({
      problem: { key: 'unreadable', problem: 'check.separators' },
    });
    expect(readSetting(reserve, '-1')).toEqual({ problem: { key: 'below', min: 0 } });
    expect(readSetting(reserve, '91')).toEqual({ problem: { key: 'above', max: 90 } });
    expect(readSetting(reserve, '10.5')).toEqual({ problem: { key: 'step', step: 1 } });
    expect(readSetting(mode, '7')).toEqual({ problem: { key: 'choice' } });
  });
});
