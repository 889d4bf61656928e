import { expect, test } from 'vitest';
import { defaultView, viewFromUrl, viewToUrl } from './upgrade-url.ts';

test('the kind of package has a short name in the URL', () => {
  const view = { ...defaultView, kind: 'slave_firmware_6_3.0' } as const;
  expect(viewToUrl(view).toString()).toBe('kind=slave');
  expect(viewFromUrl(viewToUrl(view))).toEqual(view);
  expect(viewToUrl(defaultView).toString()).toBe('');
  expect(viewFromUrl(new URLSearchParams('kind=toaster'))).toEqual(defaultView);
});
