import { expect, test } from 'vitest';
import { STUCK_MS, WriteProgress } from './write-progress.ts';

test('waiting data that is not written is reported as stuck, with the cause of the last failure', () => {
  let waiting_ms: number | null = null;
  const progress = new WriteProgress(() => waiting_ms);
  expect(progress.stuck(1e6)).toBeNull();
  waiting_ms = 1e6;
  expect(progress.stuck(1e6 + STUCK_MS - 1)).toBeNull();
  expect(progress.stuck(1e6 + STUCK_MS)).toBe('store_slow');
  progress.failed(Object.assign(new Error('no space'), { code: '53100' }));
  expect(progress.stuck(1e6 + STUCK_MS)).toBe('disk_full');
  progress.failed(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }));
  expect(progress.stuck(1e6 + STUCK_MS)).toBe('store_unreachable');
  progress.failed(new Error('Code: 242. DB::Exception: Table is in readonly mode'));
  expect(progress.stuck(1e6 + STUCK_MS)).toBe('store_refused');
  progress.written(1e6 + STUCK_MS);
  expect(progress.stuck(1e6 + STUCK_MS + 5)).toBeNull();
});
