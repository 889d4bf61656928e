import { expect, test } from 'vitest';
import { text } from './fields.ts';
import { defineResource } from './resource.ts';

const declare = (name: Parameters<typeof text>[2]) =>
  defineResource({
    name: 'thing',
    menuId: 1,
    title: 'name',
    label: { en: 'Thing', zh: '物' },
    path: '/thing',
    table: 'things',
    fields: { name: text('Name', '名称', name) },
    form: [],
    list: { columns: ['name'], search: [] },
  } as unknown as Parameters<typeof defineResource>[0]);

test('a title is no personal field, because titles are shown unmasked', () => {
  expect(declare({ max: 10 }).title).toBe('name');
  expect(() => declare({ max: 10, personal: 'name' })).toThrow('personal title');
});
