import { exportScheduleFields } from '@voltloop/contract/calls/exports.ts';
import { expect, test } from 'vitest';
import { bodyOf, exportForm, valuesOf } from './export-form.ts';

const fresh = { zone: 'Europe/Berlin', language: 'en', device: null } as const;

test('a new export has daily energy of all devices, and is sent without hidden fields', () => {
  const values = { ...valuesOf(null, fresh), name: 'Energy', site: 'left over', devices: ['left over'] };
  expect(exportForm.safeParse(values).success).toBe(true);
  const body = bodyOf(values);
  expect(body).toMatchObject({ scope: 'subtree', site: null, devices: [], data_points: [], hour: 6 });
  expect(exportScheduleFields.safeParse(body).success).toBe(true);
});

test('an interval that energy does not support becomes days when the content changes to energy', () => {
  const values = valuesOf(null, { ...fresh, device: 'DEV-1' });
  expect(values).toMatchObject({
    scope: 'devices',
    devices: ['DEV-1'],
    content: 'history',
    agg_interval: '15m',
  });
  expect(bodyOf({ ...values, content: 'energy' }).agg_interval).toBe('1d');
});

test('fields required by the chosen scope and content are checked', () => {
  const wrong = (more: object) =>
    exportForm
      .safeParse({ ...valuesOf(null, fresh), name: 'x', ...more })
      .error?.issues.map(({ path, message }) => `${path} ${message}`);
  expect(wrong({ scope: 'site' })).toEqual(['site resource.required']);
  expect(wrong({ scope: 'devices' })).toEqual(['devices resource.required']);
  expect(wrong({ content: 'history', data_points: [] })).toEqual(['data_points resource.required']);
  expect(wrong({ name: ' ' })).toEqual(['name resource.required']);
});
