import { expect, it } from 'vitest';
import { exportColumns } from './users-url.ts';

it('exports the columns of the table, with two columns for its name column', () => {
  expect(exportColumns(['things', 'name', 'last_login_time', 'unknown'])).toEqual([
    'things',
    'name',
    'user_name',
    'last_login_time',
  ]);
});
