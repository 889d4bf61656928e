import { expect, test } from 'vitest';
import { figureLinks } from './figure-links.ts';

const days = { from: '2026-11-01', to: '2026-11-28' };

test('a figure of a period leads to the rows that it counts', () => {
  expect(Object.values(figureLinks).map((of) => decodeURIComponent(of(days)))).toEqual([
    '/backoffice/receipt?f.status=posted&f.reversesId.is=empty&f.preset=purchase,collection,vehicle&f.day.from=2026-11-01&f.day.to=2026-11-28',
    '/backoffice/order?f.status=1,3&f.createTime.from=2026-11-01&f.createTime.to=2026-11-28',
    '/backoffice/issue?f.status=posted&f.reversesId.is=empty&f.preset=sale&f.day.from=2026-11-01&f.day.to=2026-11-28',
    '/backoffice/invoice?f.direction=out&f.status=issued,credited&f.issuedOn.from=2026-11-01&f.issuedOn.to=2026-11-28',
    '/backoffice/order?f.state=1,2&f.status=1&f.deliveryDate.to=2026-11-27',
  ]);
});
