import { expect, test } from 'vitest';
import { warningPath } from './warning-url.ts';

test('a warning links to the list that shows its rows', () => {
  expect(warningPath('sim', [{ field: 'deviceId', op: 'empty' }])).toBe(
    '/backoffice/sim?f.deviceId.is=empty',
  );
  expect(
    warningPath('enterprise', [
      { field: 'permitExpiry', op: 'from', value: '2026-03-01' },
      { field: 'permitExpiry', op: 'to', value: '2026-05-01' },
      { field: 'status', op: 'in', value: [1, 2] },
    ]),
  ).toBe('/backoffice/enterprise?f.permitExpiry.from=2026-03-01&f.permitExpiry.to=2026-04-30&f.status=1%2C2');
  expect(warningPath('sim', [])).toBe('/backoffice/sim');
});
