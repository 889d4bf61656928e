import { defineList, type ListView, words } from '@voltloop/contract/lists/define-list.ts';
import { logList } from '@voltloop/contract/lists/log.list.ts';
import { usersList } from '@voltloop/contract/lists/users.list.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callFilters, filtersInUse, listAddress } from './list-view.ts';

const letters = { a: words('A', '甲'), b: words('B', '乙') };
const list = defineList({
  name: 'example',
  search: { label: words('Search', '搜索'), max: 5 },
  columns: { name: { label: words('Name', '名称'), kind: 'text' } },
  filters: {
    text: { label: words('Text', '文字'), kind: 'text', max: 5 },
    day: { label: words('Day', '日期'), kind: 'day' },
    open: { label: words('Open', '未结'), kind: 'flag', on: 0, param: 'ack' },
    letter: { label: words('Letter', '字母'), kind: 'choice', values: letters },
    state: {
      label: words('State', '状态'),
      kind: 'choice',
      values: { 1: words('Active', '活动'), 2: words('Cleared', '已恢复') },
      numeric: true,
      first: 1,
      all: 'all',
    },
    letters: { label: words('Letters', '字母'), kind: 'several', values: letters, name: 'l' },
    role: { label: words('Role', '角色'), kind: 'one', number: [100, 200], param: 'role_id' },
    site: { label: words('Site', '站点'), kind: 'one', max: 8, pattern: /^[a-z]+$/ },
    shelf: { label: words('Shelf', '库位'), kind: 'one', max: 8, empty: true },
    tags: { label: words('Tags', '标签'), kind: 'texts', most: 3, name: 'tag' },
    span: {
      label: words('Time', '时间'),
      kind: 'span',
      values: { '7d': words('Week', '一周') },
      lengths: { '7d': 604_800_000 },
      days: words('Days', '日期'),
      params: ['begin', 'end'],
    },
  },
  sort: { by: ['name', 'time'], first: 'time', desc: true, implied: 'asc' },
  pages: {},
  noMatch: { title: words('None', '无'), clear: words('Clear', '清除') },
});
type View = ListView<typeof list>;
const now_ms = Date.UTC(2026, 2, 1, 10, 0, 30);
const utc = { now_ms, zone: 'UTC' };
const of = (query: string) => listAddress(list).fromUrl(new URLSearchParams(query));

describe('the address of a list', () => {
  it('restores every view and keeps other parameters', () => {
    const dayText = fc.constantFrom('', '2026-02-01', '2026-02-28');
    const views = fc.record<View>({
      search: fc.string({ maxLength: 5 }),
      text: fc.string({ maxLength: 5 }),
      day: dayText,
      open: fc.boolean(),
      letter: fc.constantFrom('a', 'b', null),
      state: fc.constantFrom(1, 2, null),
      letters: fc.constantFrom([], ['a'], ['a', 'b']),
      role: fc.constantFrom(null, 100, 150),
      site: fc.constantFrom(null, 'abc'),
      shelf: fc.constantFrom(null, '', 'A-01'),
      tags: fc.uniqueArray(fc.string(), { maxLength: 3 }),
      span: fc.oneof(
        fc.constantFrom<View['span']>({ of: null, from: '', to: '' }, { of: '7d', from: '', to: '' }),
        fc.record<View['span']>({ of: fc.constant('days'), from: dayText, to: dayText }),
      ),
      sort: fc.constantFrom('name', 'time'),
      order: fc.constantFrom('asc', 'desc'),
      page: fc.integer({ min: 1, max: 999_999 }),
      size: fc.constantFrom(10, 20, 30, 50),
    });
    fc.assert(
      fc.property(views, (view) => {
        const { fromUrl, toUrl } = listAddress(list);
        const params = toUrl(view, new URLSearchParams('tab=x&view=v1'));
        expect(fromUrl(new URLSearchParams(params.toString()))).toEqual(view);
        expect([params.get('tab'), params.get('view')]).toEqual(['x', 'v1']);
      }),
    );
  });

  it('is empty for a list as it begins', () => {
    const { first, toUrl } = listAddress(list);
    expect(toUrl(first).toString()).toBe('');
  });

  it('ignores values that the list does not have', () => {
    expect(
      of('letter=c&state=9&l=c,b&role=99&site=A1&day=2026-02-31x&span=8d&sort=size&page=0&size=7'),
    ).toEqual({
      ...listAddress(list).first,
      letters: ['b'],
    });
  });

  it('cuts a longer search than the call accepts', () => {
    expect(of('search=abcdefg').search).toBe('abcde');
  });

  it('has days only where they are chosen', () => {
    expect(of('span=7d&from=2026-02-01').span).toEqual({ of: '7d', from: '', to: '' });
    const { toUrl, first } = listAddress(list);
    expect(toUrl({ ...first, span: { of: '7d', from: '2026-02-01', to: '' } }).toString()).toBe('span=7d');
  });
});

describe('the call of a list', () => {
  it('has the parameters of the filters in use', () => {
    const view = of('open=1&letter=b&l=a,b&role=150&tag=x&tag=y&sort=name');
    expect(callFilters(list, view, utc)).toEqual({
      ack: 0,
      letter: 'b',
      state: 1,
      letters: 'a,b',
      role_id: 150,
      tags: 'x,y',
      sort: 'name',
      order: 'asc',
    });
    expect(callFilters(list, of('state=all'), utc)).toEqual({ sort: 'time', order: 'desc' });
  });

  it('distinguishes an empty value from none, where that is declared', () => {
    expect(callFilters(list, of('shelf='), utc)).toMatchObject({ shelf: '' });
    expect(callFilters(list, of('site='), utc)).not.toHaveProperty('site');
  });

  it('has whole days of the zone, including the last one', () => {
    const view = of('span=days&from=2026-02-01&to=2026-02-01');
    expect(callFilters(list, view, { now_ms, zone: 'Asia/Shanghai' })).toMatchObject({
      begin: Date.UTC(2026, 0, 31, 16),
      end: Date.UTC(2026, 1, 1, 16),
    });
    const open = callFilters(list, of('span=days&from=2026-02-01'), utc);
    expect([open.begin, open.end]).toEqual([Date.UTC(2026, 1, 1), undefined]);
  });

  it('counts a span from the full minute', () => {
    expect(callFilters(list, of('span=7d'), utc).begin).toBe(Date.UTC(2026, 1, 22, 10));
  });

  it('of a list with one order has only its direction', () => {
    const { fromUrl } = listAddress(logList);
    expect(callFilters(logList, fromUrl(new URLSearchParams('order=asc')), utc)).toEqual({ order: 'asc' });
  });
});

it('only filters that a person can see count as in use', () => {
  const { first, fromUrl } = listAddress(usersList);
  const under = '9f8e7d6c-1111-4222-8333-444455556666';
  const view = fromUrl(new URLSearchParams(`under=${under}&direct=1`));
  expect(view.under).toBe(under);
  expect(filtersInUse(usersList, view, first)).toEqual(['direct']);
});
