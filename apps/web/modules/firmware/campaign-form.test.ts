import { expect, test } from 'vitest';
import { failuresThatStop, newDraft, toBody } from './campaign-form.ts';

const draft = newDraft('p1');
const choice = { things: ['HB1'] };
const wrong = (more: object) => [...(toBody({ ...draft, rollout: 'custom', ...more }, choice).wrong ?? [])];

test('valid input is converted into the call', () => {
  expect(
    toBody(
      { ...draft, rollout: 'custom', waves: ' 10%，50 % 100', window: { begin: '22:00', end: '05:00' } },
      choice,
    ).body,
  ).toEqual({
    package_id: 'p1',
    things: ['HB1'],
    waves: [10, 50, 100],
    max_failed_pct: 10,
    min_soc: 30,
    window: { begin: '22:00', end: '05:00' },
    allow_downgrade: false,
  });
  expect(toBody(draft, choice).body?.waves).toEqual([5, 25, 100]);
  expect(toBody({ ...draft, rollout: 'all', waves: 'left over' }, choice).body?.waves).toEqual([100]);
  expect(toBody(draft, { filter: { below: '2.5.0' } }).body).toMatchObject({ filter: { below: '2.5.0' } });
});

test('each invalid field is named', () => {
  expect(wrong({ waves: '' })).toEqual(['waves']);
  expect(wrong({ waves: '50, 20, 100' })).toEqual(['waves']);
  expect(wrong({ waves: '5, 50' })).toEqual(['waves']);
  expect(wrong({ waves: 'all' })).toEqual(['waves']);
  expect(wrong({ minSoc: '' })).toEqual(['minSoc']);
  expect(wrong({ minSoc: 99, maxFailed_pct: -1 }).sort()).toEqual(['maxFailed_pct', 'minSoc']);
  expect(wrong({ window: { begin: '01:00', end: '01:00' } })).toEqual(['window']);
  expect(wrong({ window: { begin: '', end: '01:00' } })).toEqual(['window']);
  expect(wrong({ packageId: '' })).toEqual(['packageId']);
});

test.each([
  [5, 10, 1],
  [10, 10, 2],
  [86, 10, 9],
  [100, 0, 1],
  [4, 100, null],
])('in a wave of %i, a campaign that stops above %i %% stops at %j failures', (wave, max, fewest) => {
  expect(failuresThatStop(wave, max)).toBe(fewest);
});
