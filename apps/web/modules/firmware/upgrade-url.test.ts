import { expect, test } from 'vitest';
import { defaultView, viewFromUrl, viewToUrl } from './upgrade-url.ts';

test('a view can be read back from its URL, and defaults are omitted', () => {
  expect(viewToUrl(defaultView).toString()).toBe('');
  const view = {
    kind: 'slave_firmware_6_3.0',
    search: 'a&b',
    version: '3.0.4',
    sort: 'soc',
    order: 'desc',
    page: 3,
    size: 50,
  } as const;
  expect(viewFromUrl(viewToUrl(view))).toEqual(view);
  expect(viewToUrl(view, new URLSearchParams('campaign=x')).get('campaign')).toBe('x');
});

test('invalid values in a URL become the default', () => {
  expect(viewFromUrl(new URLSearchParams('kind=toaster&sort=size&page=-1&size=7&order=up'))).toEqual(
    defaultView,
  );
});
