import { HE_BAT } from '@voltloop/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkCommand } from './check-command.ts';

const facts = { model: HE_BAT, packs: 4 };
const set = (keys: Record<string, number>) =>
  checkCommand({ cmd: 'set_config', params: { keys } }, facts).map((f) => `${f.path} ${f.key}`);

describe('set_config', () => {
  it('accepts settings of the model within their ranges', () => {
    expect(set({ E_SOC_RSV: 20, E_MODE: 1, PX_CHG_I: 60.3, M_PT_TOV_A: 56.8 })).toEqual([]);
    expect(set({ P_no: 4, PX_BAL_EN: 1 })).toEqual([]);
    expect(set({ P_no: 0, PX_BAL_EN: 0 })).toEqual([]);
  });

  it.each<[string, Record<string, number>, string[]]>([
    ['an unknown key', { E_SOC_RVS: 20 }, ['keys.E_SOC_RVS command.unknownKey']],
    ['a key of the prototype', { constructor: 1 }, ['keys.constructor command.unknownKey']],
    ['a point that is not a setting', { M_SOC: 50 }, ['keys.M_SOC command.unknownKey']],
    ['too much', { E_SOC_RSV: 91 }, ['keys.E_SOC_RSV command.tooLarge']],
    ['too little', { E_SOC_RSV: -1 }, ['keys.E_SOC_RSV command.tooSmall']],
    ['between two steps', { E_CHG_LIM: 150 }, ['keys.E_CHG_LIM command.offStep']],
    ['not one of the choices', { E_MODE: 6 }, ['keys.E_MODE command.notAChoice']],
    ['nothing', {}, ['keys command.nothingToSet']],
    ['only a pack number', { P_no: 1 }, ['keys command.nothingToSet']],
    ['a missing pack', { P_no: 5, PX_EN: 1 }, ['keys.P_no command.noSuchPack']],
    [
      'each invalid key separately',
      { E_SOC_RSV: 200, E_SOC_MAX: 90, E_FORCE_P: 7 },
      ['keys.E_SOC_RSV command.tooLarge', 'keys.E_FORCE_P command.offStep'],
    ],
  ])('refuses %s', (_what, keys, expected) => {
    expect(set(keys)).toEqual(expected);
  });

  it('returns the limit with its unit', () => {
    const [error] = checkCommand({ cmd: 'set_config', params: { keys: { E_SOC_RSV: 91 } } }, facts);
    expect(error?.message).toBe('At most 90 %');
  });

  it('accepts every step of every setting and no value in between', () => {
    const stepped = HE_BAT.settings.filter((s) => s.step !== undefined && s.key !== 'P_no');
    fc.assert(
      fc.property(fc.constantFrom(...stepped), fc.double({ min: 0, max: 1, noNaN: true }), (s, at) => {
        const [min, max, step] = [s.min ?? 0, s.max ?? 1000, s.step ?? 1];
        const n = Math.floor(((max - min) / step) * at + 1e-9);
        expect(set({ [s.key]: Number((min + n * step).toFixed(6)) })).toEqual([]);
        if (n > 0)
          expect(set({ [s.key]: min + (n - 0.5) * step })).toEqual([`keys.${s.key} command.offStep`]);
      }),
    );
  });

  it('accepts the default of every setting', () => {
    for (const s of HE_BAT.settings) {
      if (s.key !== 'P_no') expect([s.key, set({ [s.key]: s.default })]).toEqual([s.key, []]);
    }
  });

  it('refuses everything for an unknown model', () => {
    const unknown = { model: undefined, packs: null };
    expect(checkCommand({ cmd: 'set_config', params: { keys: { E_SOC_RSV: 20 } } }, unknown)).toHaveLength(1);
  });
});

describe('report and report_pack', () => {
  it('reads points and settings by name, or everything', () => {
    expect(checkCommand({ cmd: 'report', params: {} }, facts)).toEqual([]);
    expect(checkCommand({ cmd: 'report', params: { keys: ['M_SOC', 'E_RPT_INT'] } }, facts)).toEqual([]);
    expect(checkCommand({ cmd: 'report', params: { keys: ['M_SOC', 'NO'] } }, facts)).toMatchObject([
      { path: 'keys.1', key: 'command.unknownKey' },
    ]);
  });

  it('limits the pack number to the packs of the device', () => {
    expect(checkCommand({ cmd: 'report_pack', params: { P_no: 4 } }, facts)).toEqual([]);
    expect(checkCommand({ cmd: 'report_pack', params: { P_no: 5 } }, facts)).toEqual([
      { path: 'P_no', key: 'command.noSuchPack', message: 'This system has 4 packs' },
    ]);
    expect(checkCommand({ cmd: 'report_pack', params: { P_no: 32 } }, { ...facts, packs: null })).toEqual([]);
  });
});
