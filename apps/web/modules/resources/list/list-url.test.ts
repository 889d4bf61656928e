import type { Resource } from '@voltloop/resource-kit';
import {
  date,
  decimal,
  defineResource,
  files,
  integer,
  option,
  region,
  text,
  time,
} from '@voltloop/resource-kit';
import { customer } from '@voltloop/resources/customer/customer.resource.ts';
import { describe, expect, it } from 'vitest';
import { conditionsOf, filterNames, isNarrowed, listFromUrl, listToUrl, withoutFilter } from './list-url.ts';

const things: Resource = defineResource({
  name: 'thing',
  one: { en: 'Thing', zh: '物' },
  many: { en: 'Things', zh: '物' },
  path: '/thing',
  table: 'things',
  menu: 1,
  title: 'name',
  fields: {
    name: text('Name', '名称', { max: 100, required: true }),
    kind: option('Kind', '类型', 'customerType'),
    mass: decimal('Mass', '质量', { scale: 2, max: 1000, unit: 'kg' }),
    count: integer('Count', '数量', { max: 99 }),
    made: date('Made', '生产日期'),
    seen: time('Seen', '时间'),
    place: region('Place', '地区'),
    pictures: files('Pictures', '图片', { most: 3 }),
  },
  list: { columns: ['name', 'kind', 'mass'], sort: { field: 'name' }, search: ['name'] },
  form: [],
});
const view = (query: string) => listFromUrl(things, new URLSearchParams(query));
const conditions = (query: string) => conditionsOf(things, view(query), 'Asia/Shanghai');

describe('the URL of a list', () => {
  it('omits defaults', () => {
    expect(listToUrl(things, view('')).toString()).toBe('');
    expect(view('')).toMatchObject({ page: 1, size: 10, sort: { field: 'name', desc: false }, filters: {} });
    expect(listFromUrl(customer, new URLSearchParams()).sort).toEqual({ field: 'createTime', desc: true });
  });
  it.each([
    'search=abc&f.name=a%2Cb&f.kind=0%2C1',
    'f.mass.from=1.5&f.mass.to=20',
    'f.place=330100',
    'f.made.is=empty',
    'sort=mass&order=desc&page=3&size=50',
    'sort=mass',
  ])('can be read back after it was written: %s', (query) => {
    expect(listToUrl(things, view(query)).toString()).toBe(query);
  });
  it.each([
    'f.kind=7',
    'f.mass.from=heavy',
    'f.made.to=2026-02-30',
    'f.place=33',
    'f.pictures=1',
    'f.nothing=1',
    'sort=pictures',
    'sort=drop%20table',
    'page=0',
    'page=-1',
    'size=99999',
  ])('ignores invalid parts: %s', (query) => {
    expect(listToUrl(things, view(query)).toString()).toBe('');
  });
  it('keeps foreign parameters', () => {
    const before = new URLSearchParams('view=abc&page=4&search=x');
    expect(listToUrl(things, { ...view(''), search: 'y' }, before).toString()).toBe('view=abc&search=y');
  });
  it('drops one filter at a time, and returns to the first page', () => {
    const two = view('f.name=a&f.kind=1&page=3');
    const one = withoutFilter(two, 'name');
    expect(one).toMatchObject({ filters: { kind: { choices: ['1'] } }, page: 1 });
    expect(isNarrowed(one)).toBe(true);
    expect(isNarrowed(withoutFilter(one, 'kind'))).toBe(false);
  });
});

describe('the query sent to the server', () => {
  it('contains parts of texts, choices and regions', () => {
    expect(conditions('f.name=ab&f.kind=0,1&f.place=330000')).toEqual([
      { field: 'name', op: 'contains', value: 'ab' },
      { field: 'kind', op: 'in', value: ['0', '1'] },
      { field: 'place', op: 'under', value: '330000' },
    ]);
    expect(conditions('f.made.is=present')).toEqual([{ field: 'made', op: 'present' }]);
  });
  it.each([
    ['f.mass.to=20', '20.01'],
    ['f.mass.to=0.99', '1.00'],
    ['f.mass.to=-0.01', '0.00'],
    ['f.mass.to=-5', '-4.99'],
    ['f.mass.to=9007199254740993.25', undefined],
    ['f.mass.to=123456789012345.67', '123456789012345.68'],
    ['f.count.to=9', '10'],
    ['f.made.to=2026-02-28', '2026-03-01'],
    ['f.made.to=2026-12-31', '2027-01-01'],
  ])('includes the upper end of a range: %s', (query, value) => {
    expect(conditions(query).at(0)?.value).toBe(value);
  });
  it("cuts days in the user's zone", () => {
    expect(conditions('f.seen.from=2026-11-22&f.seen.to=2026-11-22')).toEqual([
      { field: 'seen', op: 'from', value: String(Date.UTC(2026, 10, 21, 16)) },
      { field: 'seen', op: 'to', value: String(Date.UTC(2026, 10, 22, 16)) },
    ]);
  });
  it('supports a filter for every listed field', () => {
    for (const name of customer.list.columns) expect(filterNames(customer)).toContain(name);
    expect(filterNames(things)).not.toContain('pictures');
  });
});
