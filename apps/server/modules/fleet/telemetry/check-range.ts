import { fieldError } from '../../../platform/errors.ts';

/**
 * Refuses a range that is empty or backwards, or that would need more than `most` steps over all its series.
 * @throws validation beside `end_time`
 */
export function checkRange(
  where: 'query' | 'body',
  begin_ms: number,
  end_ms: number,
  cost: { step_ms: number; series: number; most: number },
): void {
  const field = where === 'query' ? 'query.end_time' : 'end_time';
  if (end_ms <= begin_ms) throw fieldError(field, 'validation.range', 'end_time must be after begin_time');
  const steps = Math.ceil((end_ms - begin_ms) / cost.step_ms) * Math.max(cost.series, 1);
  if (steps > cost.most) {
    const text = 'The range is too long for this many points: shorten it or ask for fewer data_points';
    throw fieldError(field, 'validation.rangeTooLong', text);
  }
}
