import { describe, expect, test } from 'vitest';
import { storeViewFrom, storeViewToUrl } from './stock-url.ts';

const read = (query: string) => storeViewFrom(new URLSearchParams(query));

describe('the URL of a store', () => {
  test('omits default values', () => {
    expect(storeViewToUrl(read('')).toString()).toBe('');
    expect(storeViewToUrl(read('day=tomorrow&page=0&size=7')).toString()).toBe('');
  });

  test('keeps the selection; goods without a location have an empty code', () => {
    const query = 'day=2026-10-31&location=A-01&chemistry=B&condition=hold&search=04Q&page=3&size=50';
    expect(storeViewToUrl(read(query)).toString()).toBe(query);
    expect(read('location=').location).toBe('');
    expect(read('').location).toBeNull();
    expect(storeViewToUrl(read('location=')).toString()).toBe('location=');
  });
});
