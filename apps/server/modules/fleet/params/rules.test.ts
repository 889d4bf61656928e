import { HE_BAT } from '@voltloop/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterOutcome,
  checkValues,
  differing,
  eachPack,
  type JobFacts,
  messagesOf,
  needsPackCount,
  obstacle,
  packSettingsOf,
  packsOf,
  readingOf,
  reasonAtDeadline,
  type Step,
  sameValue,
  settingMessages,
  settingsOf,
  silencePause_ms,
  splitKey,
  type Values,
  wasSent,
} from './rules.ts';

const ofPacks = packSettingsOf(HE_BAT);

describe('keys', () => {
  it.each([
    ['E_SOC_RSV', { name: 'E_SOC_RSV', pack: null }],
    ['PX_EN@12', { name: 'PX_EN', pack: 12 }],
    ['PX_EN@0', null],
    ['PX_EN@', null],
    ['PX_EN@1.2', null],
    ['__proto__', null],
    ['', null],
  ])('%s', (key, expected) => expect(splitKey(key)).toEqual(expected));
});

describe('limits', () => {
  const wrong = (values: Values) => checkValues(HE_BAT, values).map((f) => `${f.path} ${f.key}`);
  it('accepts settings of the system, of one pack and of every pack', () => {
    expect(wrong({ E_SOC_RSV: 20, PX_EN: 1, 'PX_CHG_I@3': 60.3, M_PT_TOV_A: 56.8 })).toEqual([]);
  });
  it.each<[string, Values, string[]]>([
    ['too much', { E_SOC_RSV: 91 }, ['values.E_SOC_RSV command.tooLarge']],
    ['between two steps', { 'PX_CHG_I@1': 60.35 }, ['values.PX_CHG_I@1 command.offStep']],
    ['the pack number itself', { P_no: 1 }, ['values.P_no command.unknownKey']],
    ['a pack of a system-level setting', { 'E_SOC_RSV@1': 20 }, ['values.E_SOC_RSV@1 command.unknownKey']],
    ['a pack above the number of packs', { 'PX_EN@33': 1 }, ['values.PX_EN@33 command.noSuchPack']],
    ['a point', { M_SOC: 50 }, ['values.M_SOC command.unknownKey']],
    ['a key of the prototype', { constructor: 1 }, ['values.constructor command.unknownKey']],
  ])('refuses %s', (_what, values, expected) => expect(wrong(values)).toEqual(expected));
  it('refuses everything for an unknown model', () => {
    expect(checkValues(undefined, { E_SOC_RSV: 20 })).toHaveLength(1);
  });
});

describe('packs', () => {
  it('expands to every pack when none is named, and a named one wins', () => {
    const values = { PX_EN: 1, 'PX_EN@2': 0, E_MODE: 1 };
    expect(needsPackCount(ofPacks, values)).toBe(true);
    expect(packsOf(ofPacks, values, 3)).toEqual([1, 2, 3]);
    expect(eachPack(ofPacks, values, 3)).toEqual({ 'PX_EN@1': 1, 'PX_EN@2': 0, 'PX_EN@3': 1, E_MODE: 1 });
  });
  it('requires the number of packs only when needed', () => {
    expect(readingOf(ofPacks, { PX_EN: 1 }, null)).toEqual([
      { cmd: 'report', params: { keys: ['M_PACK_NUM'] } },
    ]);
    expect(readingOf(ofPacks, { 'PX_EN@2': 1 }, null)).toEqual([{ cmd: 'report_pack', params: { P_no: 2 } }]);
    expect(readingOf(ofPacks, { E_MODE: 1 }, null)).toEqual([
      { cmd: 'report', params: { keys: ['E_MODE'] } },
    ]);
  });
  it.each<[Values, number | null, string | null]>([
    [{ PX_EN: 1 }, null, 'packs_unknown'],
    [{ PX_EN: 1 }, 0, 'no_such_pack'],
    [{ PX_EN: 1, 'PX_EN@4': 1 }, 3, 'no_such_pack'],
    [{ 'PX_EN@4': 1 }, null, null],
    [{ PX_EN: 1 }, 3, null],
  ])('%j with %s packs: %s', (values, packs, expected) =>
    expect(obstacle(ofPacks, values, packs)).toBe(expected),
  );
});

describe('difference', () => {
  it('sends only differences, one message for the system and one for each pack', () => {
    const wanted = { E_SOC_RSV: 20, E_MODE: 0, 'PX_EN@2': 0, 'PX_BAL_V@2': 3400, 'PX_EN@1': 1 };
    const present = { E_SOC_RSV: 10, E_MODE: 0, 'PX_EN@1': 1, 'PX_EN@2': 1, 'PX_BAL_V@2': 3300 };
    expect(settingMessages(wanted, present)).toEqual([
      { cmd: 'set_config', params: { keys: { E_SOC_RSV: 20 } } },
      { cmd: 'set_config', params: { keys: { P_no: 2, PX_EN: 0, PX_BAL_V: 3400 } } },
    ]);
  });
  it('treats unreported values as different', () => {
    expect(differing({ E_MODE: 0 }, {})).toEqual(['E_MODE']);
  });
  it('leaves nothing to send once all values match', () => {
    const some = fc.dictionary(fc.constantFrom('E_SOC_RSV', 'PX_EN@1', 'PX_EN@2'), fc.integer());
    fc.assert(
      fc.property(some, some, (wanted, present) => {
        expect(settingMessages(wanted, { ...present, ...wanted })).toEqual([]);
        const sent = settingMessages(wanted, present).flatMap((m) =>
          m.cmd === 'set_config' ? Object.keys(m.params.keys).filter((k) => k !== 'P_no') : [],
        );
        expect(sent).toHaveLength(differing(wanted, present).length);
      }),
    );
  });
  it('treats values equal in single precision as the same, and a step as different', () => {
    expect(sameValue(60.3, Math.fround(60.3))).toBe(true);
    expect(sameValue(60.3, 60.4)).toBe(false);
    expect(sameValue(10_000, 10_001)).toBe(false);
    expect(sameValue(0, undefined)).toBe(false);
  });
});

describe('the report of a device', () => {
  it('includes only numbers of known settings', () => {
    const reply = { E_SOC_RSV: 20, M_SOC: 55, E_MODE: 'self', PX_EN: 1, E_RPT_INT: Number.NaN };
    expect(settingsOf(HE_BAT, { cmd: 'report', params: {} }, reply)).toEqual({ E_SOC_RSV: 20 });
    expect(settingsOf(HE_BAT, { cmd: 'report_pack', params: { P_no: 2 } }, reply)).toEqual({ 'PX_EN@2': 1 });
  });
});

describe('a job', () => {
  const job = (more: Partial<JobFacts> = {}): JobFacts => ({
    state: 'reading',
    values: { E_SOC_RSV: 20 },
    done: 0,
    seen: {},
    packs: null,
    before: null,
    after: null,
    silent: 0,
    unconfirmed: false,
    error: null,
    ...more,
  });
  const answers = (values: Record<string, unknown>) => ({ state: 'answered' as const, values, error: null });
  const refuses = { state: 'failed' as const, values: {}, error: 'no' };
  const silence = { state: 'expired' as const, values: {}, error: null };
  const step = (facts: JobFacts, outcome: Parameters<typeof afterOutcome>[2]): Step =>
    afterOutcome(HE_BAT, facts, outcome);
  const sent = job({ state: 'sent', before: { E_SOC_RSV: 10 } });
  const checking = job({ state: 'checking', before: { E_SOC_RSV: 10 } });

  it('reads, sends, reads back and is verified', () => {
    const read = step(job(), answers({ E_SOC_RSV: 10 }));
    expect(read).toMatchObject({ state: 'sent', before: { E_SOC_RSV: 10 }, done: 0 });
    expect(messagesOf(ofPacks, { ...job(), ...(read as JobFacts) })).toEqual([
      { cmd: 'set_config', params: { keys: { E_SOC_RSV: 20 } } },
    ]);
    expect(step(sent, answers({}))).toMatchObject({ state: 'checking', done: 0, unconfirmed: false });
    expect(step(checking, answers({ E_SOC_RSV: 20 }))).toMatchObject({ end: 'verified', reason: null });
  });
  it('sends nothing when all values match', () => {
    expect(step(job(), answers({ E_SOC_RSV: 20 }))).toMatchObject({ end: 'verified', reason: 'same' });
  });
  it('handles each pack', () => {
    const packs = job({ values: { PX_EN: 0 } });
    const counted = step(packs, answers({ M_PACK_NUM: 2 })) as JobFacts;
    expect(counted).toMatchObject({ packs: 2, done: 1 });
    const first = step(counted, answers({ PX_EN: 1 })) as JobFacts;
    const read = step(first, answers({ PX_EN: 0 })) as JobFacts;
    expect(read).toMatchObject({ state: 'sent', before: { 'PX_EN@1': 1, 'PX_EN@2': 0 } });
    expect(messagesOf(ofPacks, read)).toEqual([
      { cmd: 'set_config', params: { keys: { P_no: 1, PX_EN: 0 } } },
    ]);
  });
  it('is skipped when the number of packs is unknown', () => {
    expect(step(job({ values: { PX_EN: 0 } }), answers({}))).toMatchObject({
      end: 'skipped',
      reason: 'packs_unknown',
    });
  });
  it('ends as different when the device has other values afterwards', () => {
    expect(step(checking, answers({ E_SOC_RSV: 10 }))).toMatchObject({
      end: 'differs',
      with: { after: { E_SOC_RSV: 10 } },
    });
  });
  it('fails with the device’s reason', () => {
    expect(step(job(), refuses)).toMatchObject({ end: 'failed', reason: 'refused', with: { error: 'no' } });
    expect(step(sent, refuses)).toMatchObject({ end: 'failed', reason: 'refused', with: { error: 'no' } });
  });
  it('reads the rest back when a later message is refused', () => {
    const both = { E_SOC_RSV: 20, 'PX_EN@1': 0 };
    const half = job({ state: 'sent', values: both, before: { E_SOC_RSV: 10, 'PX_EN@1': 1 }, done: 1 });
    const next = { ...half, ...step(half, refuses) } as JobFacts;
    expect(next).toMatchObject({ state: 'checking', error: 'no', done: 0 });
    const answered = step(next, answers({ E_SOC_RSV: 20 })) as JobFacts;
    expect(step(answered, answers({ PX_EN: 1 }))).toMatchObject({
      end: 'failed',
      with: { after: { E_SOC_RSV: 20 } },
    });
  });
  it('retries after silence, and reads back after silence while sending', () => {
    expect(step(job(), silence)).toEqual({ silent: 1 });
    expect(step(sent, silence)).toMatchObject({ state: 'checking', unconfirmed: true, silent: 1 });
    const unsure = { ...checking, unconfirmed: true };
    expect(step(unsure, answers({ E_SOC_RSV: 20 }))).toMatchObject({ end: 'verified' });
    expect(step(unsure, answers({ E_SOC_RSV: 10 }))).toMatchObject({ state: 'sent', unconfirmed: false });
  });
  it('reports whether anything may have reached the device', () => {
    expect([wasSent(job()), wasSent(sent), wasSent({ ...sent, done: 1 }), wasSent(checking)]).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });
  it.each([
    [{ online: true, silent: 0, begun: true, sent: true }, 'unconfirmed'],
    [{ online: false, silent: 0, begun: false, sent: false }, 'offline'],
    [{ online: true, silent: 1, begun: true, sent: false }, 'no_answer'],
    [{ online: true, silent: 0, begun: false, sent: false }, 'busy'],
  ])('out of time with %j: %s', (facts, expected) => expect(reasonAtDeadline(facts)).toBe(expected));
  it('retries with growing pauses', () => {
    expect([1, 2, 3, 99].map(silencePause_ms)).toEqual([2000, 4000, 8000, 300_000]);
  });
});
