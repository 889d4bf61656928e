import {
  afterCampaignStep,
  afterJobStep,
  campaignStates,
  type JobStateName,
  jobStateName,
  jobStates,
  jobSteps,
} from '@voltloop/contract';
import { compareVersions } from '@voltloop/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ProgressReport, parseProgress } from './parse-progress.ts';
import {
  type CampaignFacts,
  type CampaignProgress,
  deadlineUnderWay_ms,
  decideCampaign,
  decideReport,
  decideStart,
  expectedEnd_ms,
  planWaves,
  type StartFacts,
  skipReason,
} from './rules.ts';

const names = Object.keys(jobStates) as JobStateName[];
const ended: JobStateName[] = ['done', 'failed', 'timedOut', 'cancelled'];

describe('the life of a job', () => {
  it('has the numbers of B13, and 8', () => {
    expect(names.map((n) => jobStates[n])).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    for (const name of names) expect(jobStateName(jobStates[name])).toBe(name);
    expect(() => jobStateName(9)).toThrow(RangeError);
  });

  it('can end from every state by timeout, and from every state but installing by a person', () => {
    for (const name of names.filter((n) => !ended.includes(n))) {
      expect(afterJobStep(name, 'expire')).toBe('timedOut');
      expect(afterJobStep(name, 'cancel')).toBe(name === 'installing' ? null : 'cancelled');
    }
  });

  it('leaves a final state only by another attempt, and never the state done', () => {
    for (const name of ended) {
      expect(Object.keys(jobSteps[name])).toEqual(name === 'done' ? [] : ['retry']);
    }
  });
});

describe('the life of a campaign', () => {
  it('can be cancelled until it is over', () => {
    for (const state of campaignStates) {
      const open = state !== 'done' && state !== 'cancelled';
      expect(afterCampaignStep(state, 'cancel')).toBe(open ? 'cancelled' : null);
    }
  });
});

describe('planWaves', () => {
  const shares = fc
    .uniqueArray(fc.integer({ min: 1, max: 999 }), { maxLength: 8 })
    .map((list) => [...list.sort((a, b) => a - b).map((p) => p / 10), 100]);

  it('assigns every thing once, has no empty wave, and exceeds each share by less than one thing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20_000 }), shares, (things, all) => {
        const sizes = planWaves(things, all);
        expect(sizes.reduce((a, b) => a + b, 0)).toBe(things);
        expect(sizes.every((n) => n > 0)).toBe(true);
        const upto = sizes.map((_, i) => sizes.slice(0, i + 1).reduce((a, b) => a + b, 0));
        for (const share of all) {
          const exact = (things * share) / 100;
          expect(upto.some((n) => n >= exact - 1e-6 && n < exact + 1)).toBe(true);
        }
      }),
    );
  });

  it('splits twenty things into 1, 4 and 15, and one thing into one wave', () => {
    expect(planWaves(20, [5, 25, 100])).toEqual([1, 4, 15]);
    expect(planWaves(1, [5, 25, 100])).toEqual([1]);
    expect(planWaves(100, [7, 100])).toEqual([7, 93]);
    expect(planWaves(0, [100])).toEqual([]);
  });
});

describe('versions', () => {
  it('are compared as numbers', () => {
    expect(compareVersions('3.0.9', '3.0.12')).toBeLessThan(0);
    expect(compareVersions('2.4', '2.4.0')).toBeLessThan(0);
    expect(compareVersions('v2.4.1', '2.4.1')).toBe(0);
    expect(compareVersions('10.0', '9.9')).toBeGreaterThan(0);
  });

  it('decide which things a package fits', () => {
    const pkg = { version: '3.1.0', min_hw_version: '2.0' };
    const thing = { hw_version: '2.1', installed: '3.0.9' };
    expect(skipReason(thing, pkg, false)).toBeNull();
    expect(skipReason({ ...thing, installed: null }, pkg, false)).toBeNull();
    expect(skipReason({ ...thing, installed: '3.1.0' }, pkg, true)).toBe('same');
    expect(skipReason({ ...thing, installed: '3.2.0' }, pkg, false)).toBe('newer');
    expect(skipReason({ ...thing, installed: '3.2.0' }, pkg, true)).toBeNull();
    expect(skipReason({ ...thing, hw_version: '1.9' }, pkg, false)).toBe('hardware');
    expect(skipReason({ ...thing, hw_version: null }, pkg, false)).toBe('hardware_unknown');
    expect(skipReason({ ...thing, hw_version: null }, { ...pkg, min_hw_version: null }, false)).toBeNull();
  });
});

describe('decideStart', () => {
  const campaign: CampaignFacts = {
    version: '3.1.0',
    min_hw_version: null,
    min_soc: 30,
    window: null,
    allow_downgrade: false,
  };
  const thing: StartFacts = {
    hw_version: '2.0',
    installed: '3.0.9',
    online: true,
    soc_pct: 30,
    timeZone: 'UTC',
    otherJob: false,
    commandPending: false,
    visible: true,
  };
  const now = new Date('2026-07-01T12:00:00Z');
  const decide = (t: Partial<StartFacts>, c: Partial<CampaignFacts> = {}) =>
    decideStart({ ...thing, ...t }, { ...campaign, ...c }, now);

  it('sends to a thing that is online, charged and free', () => {
    expect(decide({})).toEqual({ what: 'send' });
    expect(decide({ soc_pct: null }, { min_soc: 0 })).toEqual({ what: 'send' });
  });

  it.each([
    [{ online: false }, {}, 'offline'],
    [{ soc_pct: 29.9 }, {}, 'low_soc'],
    [{ soc_pct: null }, {}, 'unknown_soc'],
    [{ otherJob: true }, {}, 'other_job'],
    [{ commandPending: true }, {}, 'command'],
    [{}, { window: { begin: '01:00', end: '05:00' } }, 'window'],
  ] as [Partial<StartFacts>, Partial<CampaignFacts>, string][])('waits: %o %o → %s', (t, c, reason) => {
    expect(decide(t, c)).toMatchObject({ what: 'wait', for: reason });
  });

  it('ends an impossible job immediately', () => {
    expect(decide({ installed: '3.1.0' })).toEqual({ what: 'end', step: 'drop', error: 'same' });
    expect(decide({ installed: '4.0' })).toEqual({ what: 'end', step: 'drop', error: 'newer' });
    expect(decide({ visible: false })).toEqual({ what: 'end', step: 'drop', error: 'not_visible' });
    expect(decide({ hw_version: '1.0' }, { min_hw_version: '2.0' })).toEqual({
      what: 'end',
      step: 'fail',
      error: 'hardware',
    });
  });
});

describe('decideCampaign', () => {
  const half: CampaignProgress = {
    state: 'running',
    wave: 1,
    waves: 3,
    open: 95,
    begun: { total: 5, ended: 5, underWay: 0, held: 0 },
    sinceResume: { ended: 5, failed: 0 },
    max_failed_pct: 10,
  };

  it('begins the next wave when the current one is over', () => {
    expect(decideCampaign(half)).toBe('advance');
    expect(decideCampaign({ ...half, begun: { total: 5, ended: 4, underWay: 1, held: 0 } })).toBeNull();
    // One of five is offline for a week.
    expect(decideCampaign({ ...half, begun: { total: 5, ended: 4, underWay: 0, held: 0 } })).toBe('advance');
    expect(decideCampaign({ ...half, begun: { total: 5, ended: 3, underWay: 0, held: 0 } })).toBeNull();
    expect(decideCampaign({ ...half, wave: 3 })).toBeNull();
  });

  it('stops waiting for devices that are offline or must charge once half of the wave has ended', () => {
    const wave = (ended: number, held: number, underWay = 0) =>
      decideCampaign({ ...half, begun: { total: 10, ended, underWay, held } });
    expect(wave(5, 5)).toBe('advance');
    expect(wave(4, 6)).toBeNull();
    expect(wave(0, 10)).toBeNull();
    // One of the others can still run, or is running.
    expect(wave(5, 4)).toBeNull();
    expect(wave(5, 4, 1)).toBeNull();
  });

  it('stops above the threshold, not at it, and only with enough ended jobs', () => {
    expect(decideCampaign({ ...half, sinceResume: { ended: 5, failed: 1 } })).toBe('stop');
    expect(decideCampaign({ ...half, max_failed_pct: 20, sinceResume: { ended: 5, failed: 1 } })).toBe(
      'advance',
    );
    const large = { ...half, begun: { total: 100, ended: 3, underWay: 50, held: 0 } };
    expect(decideCampaign({ ...large, sinceResume: { ended: 3, failed: 1 } })).toBeNull();
    expect(decideCampaign({ ...large, sinceResume: { ended: 10, failed: 2 } })).toBe('stop');
  });

  it('does nothing while paused, except to end with its last job', () => {
    expect(decideCampaign({ ...half, state: 'paused', sinceResume: { ended: 5, failed: 5 } })).toBeNull();
    expect(decideCampaign({ ...half, state: 'paused', open: 0 })).toBe('finish');
    expect(decideCampaign({ ...half, state: 'cancelled', open: 0 })).toBeNull();
  });

  it('never stops or advances against these rules, for any numbers', () => {
    fc.assert(
      fc.property(
        fc.nat(50),
        fc.nat(50),
        fc.nat(50),
        fc.nat(100),
        fc.nat(100),
        fc.nat(50),
        (total, endedJobs, underWay, failed, limit, held) => {
          const sinceResume = { ended: endedJobs, failed: Math.min(failed, endedJobs) };
          const decision = decideCampaign({
            ...half,
            begun: {
              total: Math.max(total, endedJobs + underWay + held, 1),
              ended: endedJobs,
              underWay,
              held,
            },
            sinceResume,
            max_failed_pct: limit,
          });
          const share = sinceResume.ended === 0 ? 0 : (100 * sinceResume.failed) / sinceResume.ended;
          if (decision === 'stop') expect(share).toBeGreaterThan(limit);
          if (decision === 'advance') {
            expect(share).toBeLessThanOrEqual(limit);
            expect(underWay).toBe(0);
          }
        },
      ),
    );
  });
});

describe('decideReport', () => {
  const run = '00000000-0000-4000-8000-000000000000';
  const report = (more: Partial<ProgressReport>): ProgressReport => ({
    run,
    state: 'downloading',
    progress: 0,
    version: null,
    error: null,
    ...more,
  });
  const job = { state: 'sent' as JobStateName, progress: 0, cancelling: false, to_version: '2.5.0' };

  it('only moves forward', () => {
    expect(decideReport(job, report({ progress: 40 }))).toMatchObject({ state: 'downloading', progress: 40 });
    const loading = { ...job, state: 'downloading' as const, progress: 40 };
    expect(decideReport(loading, report({ progress: 20 }))).toMatchObject({
      state: 'downloading',
      progress: 40,
    });
    expect(decideReport(loading, report({ state: 'installing', progress: 5 }))).toMatchObject({
      state: 'installing',
      progress: 5,
    });
    expect(decideReport({ ...job, state: 'installing', progress: 50 }, report({ progress: 90 }))).toEqual({
      what: 'ignore',
    });
  });

  it('accepts "done" only with the right version', () => {
    const installing = { ...job, state: 'installing' as const };
    expect(decideReport(installing, report({ state: 'done', version: '2.5.0' }))).toMatchObject({
      state: 'done',
      progress: 100,
    });
    expect(decideReport(installing, report({ state: 'done', version: '2.4.0' }))).toMatchObject({
      state: 'failed',
      error: 'version_mismatch',
    });
    // The state message of the restarted device may still report it.
    expect(decideReport(installing, report({ state: 'done' }))).toEqual({ what: 'ignore' });
  });

  it('requeues a job on "not now", and fails it on any other error', () => {
    expect(decideReport(job, report({ state: 'failed', error: 'low_soc' }))).toMatchObject({ step: 'defer' });
    expect(decideReport(job, report({ state: 'failed', error: 'signature' }))).toMatchObject({
      step: 'fail',
      error: 'signature',
    });
    // A cancelled download that fails counts as cancelled.
    expect(decideReport({ ...job, cancelling: true }, report({ state: 'failed' }))).toMatchObject({
      state: 'cancelled',
    });
  });

  it('lets an installation win over a late cancellation', () => {
    const late = { ...job, state: 'downloading' as const, cancelling: true };
    expect(decideReport(late, report({ state: 'installing' }))).toMatchObject({ state: 'installing' });
    expect(decideReport({ ...late, state: 'installing' }, report({ state: 'cancelled' }))).toEqual({
      what: 'ignore',
    });
  });

  const anyNews = fc.record({
    run: fc.constant(run),
    state: fc.constantFrom('downloading', 'installing', 'done', 'failed', 'cancelled'),
    progress: fc.integer({ min: 0, max: 100 }),
    version: fc.constantFrom(null, '2.5.0', '1.0'),
    error: fc.constantFrom(null, 'low_soc', 'install'),
  }) as fc.Arbitrary<ProgressReport>;

  it('has the same result for repeated reports, and never leaves a final state', () => {
    fc.assert(
      fc.property(fc.array(anyNews, { maxLength: 20 }), (list) => {
        let state = { ...job };
        for (const one of list) {
          for (const _ of [1, 2]) {
            const decision = decideReport(state, one);
            if (decision.what === 'ignore') continue;
            if (ended.includes(state.state)) throw new Error('an end was left');
            expect(decision.progress).toBeGreaterThanOrEqual(
              decision.state === state.state ? state.progress : 0,
            );
            const before = state;
            state = { ...state, state: decision.state, progress: decision.progress };
            const again = decideReport(state, one);
            // The second time nothing changes; only "not now" starts the next attempt, with a new id.
            if (again.what === 'move' && decision.step !== 'defer') {
              expect({ state: again.state, progress: again.progress }).toEqual({
                state: state.state,
                progress: state.progress,
              });
            }
            if (decision.step === 'defer') {
              state = before;
              break;
            }
          }
        }
      }),
    );
  });
});

describe('a deadline', () => {
  it('is extended by the report, up to a day after the start', () => {
    const hour = 3_600_000;
    expect(deadlineUnderWay_ms(0, 0)).toBe(6 * hour);
    expect(deadlineUnderWay_ms(0, 23 * hour)).toBe(24 * hour);
  });
});

describe('parseProgress', () => {
  const job = '6B0E0000-0000-4000-8000-000000000000';
  const parse = (value: unknown) => parseProgress(Buffer.from(JSON.stringify(value)));

  it('reads a report, within limits', () => {
    expect(parse({ job, state: 'downloading', progress: 250.7, version: ' 1.0\0 ', error: '' })).toEqual({
      run: job.toLowerCase(),
      state: 'downloading',
      progress: 100,
      version: '1.0',
      error: null,
    });
    expect(parse({ job, state: 'failed', error: 'x'.repeat(999) })?.error).toHaveLength(200);
    expect(parse({ job, state: 'done', progress: -5 })?.progress).toBe(0);
  });

  it.each([
    null,
    [],
    'text',
    {},
    { job: 'x', state: 'done' },
    { job, state: 'sleeping' },
    { job, state: 'done', progress: '9' },
  ])('refuses %o', (value) => expect(parse(value)).toBeNull());

  it('refuses invalid JSON', () => expect(parseProgress(Buffer.from('{'))).toBeNull());
});

describe('the expected end', () => {
  const plan = { waves: [1, 4, 15], device_ms: 600_000, window: null, zones: ['UTC'], now_ms: 0 };

  it('is that of sequential waves, and of rounds within a large one', () => {
    expect(expectedEnd_ms(plan)).toBe(3 * 600_000);
    expect(expectedEnd_ms({ ...plan, waves: [450] })).toBe(3 * 600_000);
  });

  it('waits for the window, in the last zone to reach it', () => {
    const window = { begin: '01:00', end: '01:15' };
    // 00:00 UTC is 01:00 in Berlin in winter, when the second wave still begins and the third waits a day.
    expect(expectedEnd_ms({ ...plan, window, zones: ['Europe/Berlin'] })).toBe(24 * 3_600_000 + 600_000);
    expect(expectedEnd_ms({ ...plan, waves: [1], window, zones: ['Europe/Berlin', 'UTC'] })).toBe(
      3_600_000 + 600_000,
    );
  });
});
