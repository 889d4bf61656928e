import { expect, it } from 'vitest';
import { isBareLink, paramsOfOthers, paramsOfView, queryOfView } from './view-url.ts';

it('a view keeps filters and order, not the page or another view', () => {
  expect(queryOfView(new URLSearchParams('state=2&page=4&view=abc&search=a b'))).toBe('search=a+b&state=2');
});
it('its URL contains its filters and its id', () => {
  expect(paramsOfView('abc', 'state=2&page=3').toString()).toBe('state=2&view=abc');
});
it('a bare link contains only the view', () => {
  expect(isBareLink(new URLSearchParams('view=abc'))).toBe(true);
  expect(isBareLink(new URLSearchParams('view=abc&page=2'))).toBe(true);
  expect(isBareLink(new URLSearchParams('view=abc&state=2'))).toBe(false);
  expect(isBareLink(new URLSearchParams('state=2'))).toBe(false);
});
it('a view of a list has only the parameters of the list, and opening it keeps the others', () => {
  const own = ['search', 'state', 'page'];
  const now = new URLSearchParams('tab=x&state=2&page=4&view=old');
  expect(queryOfView(now, own)).toBe('state=2');
  expect(paramsOfView('abc', 'search=a&tab=y', now, own).toString()).toBe('tab=x&search=a&view=abc');
  expect(paramsOfOthers(now, own).toString()).toBe('tab=x');
  expect(isBareLink(new URLSearchParams('tab=x&view=abc'), own)).toBe(true);
});
