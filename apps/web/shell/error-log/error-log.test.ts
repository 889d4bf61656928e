import { beforeEach, describe, expect, it } from 'vitest';
import { clearErrors, collects, logError, MAX_ERRORS, useErrorLog } from './error-log.ts';

beforeEach(clearErrors);
const errors = () => useErrorLog.getState().errors;

describe('the error log (interpretation B35)', () => {
  it('collects in production builds only', () => {
    expect(collects('production')).toBe(true);
    expect(collects('development')).toBe(false);
  });
  it('keeps message, stack, source and URL', () => {
    logError(new TypeError('broken'), 'window', 'http://x/home');
    expect(errors()).toMatchObject([{ message: 'TypeError: broken', info: 'window', url: 'http://x/home' }]);
    expect(errors()[0]?.stack).toContain('error-log.test');
  });
  it('accepts any thrown value', () => {
    logError('plain', 'promise', '/');
    logError(undefined, 'promise', '/');
    expect(errors().map((each) => each.message)).toEqual(['undefined', 'plain']);
  });
  it('keeps the newest hundred', () => {
    for (let i = 0; i < MAX_ERRORS + 5; i++) logError(`e${i}`, 'window', '/');
    expect(errors()).toHaveLength(100);
    expect(errors()[0]?.message).toBe('e104');
    expect(errors().at(-1)?.message).toBe('e5');
  });
});
