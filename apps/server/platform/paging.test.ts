import { expect, test } from 'vitest';
import { pageWindow } from './paging.ts';

test.each([
  [
    { current_page: 1, page_size: 10 },
    { offset: 0, limit: 10, page: 1 },
  ],
  [
    { current_page: 3, page_size: 20 },
    { offset: 40, limit: 20, page: 3 },
  ],
  [
    { current_page: 3, page_size: 20, skip: 5, limit: 7 },
    { offset: 5, limit: 7, page: 1 },
  ],
  [
    { current_page: 3, page_size: 20, skip: 40 },
    { offset: 40, limit: 20, page: 3 },
  ],
  [
    { current_page: 3, page_size: 20, limit: 7 },
    { offset: 0, limit: 7, page: 1 },
  ],
  [
    { current_page: 1, page_size: 10, skip: 9, limit: 0 },
    { offset: 9, limit: 0, page: 1 },
  ],
  [
    { current_page: 1, page_size: 20_000 },
    { offset: 0, limit: 9999, page: 1 },
  ],
])('the page of %j is %j', (query, { offset, limit, page }) =>
  expect(pageWindow(query)).toEqual({ offset, limit, current_page: page, page_size: limit }),
);
