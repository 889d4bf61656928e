import { documentLife } from '@voltloop/resource-kit';
import { describe, expect, test } from 'vitest';
import { type Event, pathOf, stagesOf } from './stages.ts';

const alone = documentLife('none');
const approved = documentLife('another');
let time = 0;
const event = (step: string, reason: string | null = null): Event => ({
  step,
  time: ++time,
  by: '王',
  reason,
});
const short = (life: typeof alone, status: string, ...events: Event[]) =>
  stagesOf(life, status, events).map(({ status: state, state: how, event: by }) =>
    [state, how, by?.step].filter(Boolean).join(' '),
  );

describe('the path of a document', () => {
  test('leads from draft to posting, with an approval where another person approves', () => {
    expect(pathOf(alone)).toEqual(['draft', 'posted']);
    expect(pathOf(approved)).toEqual(['draft', 'submitted', 'posted']);
  });
});

describe('the stages of a document', () => {
  test('are done, current or next', () => {
    expect(short(approved, 'draft', event('insert'))).toEqual([
      'draft current insert',
      'submitted next',
      'posted next',
    ]);
    expect(short(approved, 'submitted', event('insert'), event('submit'))).toEqual([
      'draft done insert',
      'submitted current submit',
      'posted next',
    ]);
    expect(short(alone, 'posted', event('insert'), event('post'))).toEqual([
      'draft done insert',
      'posted done post',
    ]);
  });

  test('start over after a return, with its reason', () => {
    const events = [event('insert'), event('submit'), event('return', '车牌有误')];
    expect(short(approved, 'returned', ...events)).toEqual([
      'returned wrong return',
      'submitted next',
      'posted next',
    ]);
    expect(stagesOf(approved, 'returned', events)[0]?.event?.reason).toBe('车牌有误');
  });

  test('end where it was cancelled or voided', () => {
    expect(short(approved, 'cancelled', event('insert'), event('submit'), event('cancel'))).toEqual([
      'draft done insert',
      'submitted done submit',
      'cancelled wrong cancel',
    ]);
    expect(short(alone, 'voided', event('insert'), event('post'), event('void'))).toEqual([
      'draft done insert',
      'posted done post',
      'voided wrong void',
    ]);
  });

  test('have the last event of a repeated step', () => {
    const [first, again] = [event('submit'), event('submit')];
    const stages = stagesOf(approved, 'submitted', [event('insert'), first, event('return'), again]);
    expect(stages[1]?.event).toBe(again);
  });
});
