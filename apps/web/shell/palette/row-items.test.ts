import { expect, it } from 'vitest';
import { isWholeCode, rowGroups } from './row-items.ts';

const row = (title: string, exact = false) => ({ id: `id ${title}`, title, hint: null, exact });

it('makes a group of each resource, and separates rows with exactly this name', () => {
  const { exact, others } = rowGroups(
    [
      { resource: 'store', rows: [row('WD-001 east')] },
      { resource: 'vehicle', rows: [row('WD-001', true), row('WD-0010')] },
      { resource: 'unknown', rows: [row('WD-001', true)] },
    ],
    'zh',
    () => undefined,
  );
  expect(exact.map((group) => group.label)).toEqual(['车辆']);
  expect(others.map((group) => group.label)).toEqual(['仓库']);
  expect(exact[0]?.items[0]?.recent).toEqual({
    kind: 'row',
    path: '/backoffice/vehicle/id WD-001',
    name: 'WD-001',
    hint: '车辆',
  });
});

it('recognises a complete battery code in any notation', () => {
  expect(isWholeCode('001cb24d em0c24cc x0115717')).toBe(true);
  expect(isWholeCode('001CB24DEM0C24')).toBe(false);
  expect(isWholeCode('device list of parts')).toBe(false);
});
