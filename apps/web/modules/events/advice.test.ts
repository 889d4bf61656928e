import { readFileSync } from 'node:fs';
import { pointOf } from '@voltloop/protocol/event-unit.ts';
import { HE_BAT } from '@voltloop/protocol/he-bat/index.ts';
import { describe, expect, it } from 'vitest';
import { adviceOf } from './advice.ts';

const advices = new Map(HE_BAT.faults.map(({ code, advice }) => [code, advice]));
const adviceOfFault = (code: string) => advices.get(code);
const catalogue = (language: string): Record<string, { means: string; todo: string[] }> =>
  JSON.parse(readFileSync(new URL(`./texts/advice.${language}.json`, import.meta.url), 'utf8'));

describe('advice', () => {
  it('exists in both languages for every fault of the information model', () => {
    for (const language of ['en', 'zh']) {
      const advice = catalogue(language);
      for (const { code, source } of HE_BAT.faults) {
        const key = adviceOf({ code, source }, adviceOfFault);
        expect(key, code).not.toBe('unknown');
        expect(advice[key]?.means, `${language} ${key}`).toBeTruthy();
        expect(advice[key]?.todo, `${language} ${key}`).toBeTruthy();
      }
    }
  });
  it.each([
    ['M_PROT1.0', 'master', 'overVoltage'],
    ['P_PROT.6@2', 'slave', 'overTemperature'],
    ['M_PROT2.0', 'master', 'shortCircuit'],
    ['E_FAULT1.0', 'EMS', 'gridLost'],
    ['E_FAULT2.12', 'EMS', 'arc'],
    ['M_SOC.below', 'rule', 'ruleBelow'],
    ['P_MOS_T.above@2', 'rule', 'rule'],
    ['FENCE_ENTER@5', 'geofence', 'geofence'],
    ['OFFLINE', 'platform', 'offline'],
    ['WRONG_SECRET', 'platform', 'wrongSecret'],
    ['DOOR_OPEN', 'EMS', 'unknown'],
  ])('of %s is %s', (code, source, key) => {
    expect(adviceOf({ code, source }, adviceOfFault)).toBe(key);
  });
  it('reads the parts of a code', () => {
    expect(pointOf('P_MOS_T.above@2')).toEqual({ point: 'P_MOS_T', bit: Number.NaN, pack: 2 });
    expect(pointOf('M_PROT1.3')).toEqual({ point: 'M_PROT1', bit: 3, pack: 0 });
  });
});
