import { describe, expect, it } from 'vitest';
import { changeBody, emptySite } from './site-form.ts';

describe('change of a site', () => {
  const before = {
    ...emptySite('Europe/Berlin'),
    name: 'Roof',
    tags: ['pilot'],
    longitude: 13,
    latitude: 52,
  };

  it('sends only what differs', () => {
    expect(changeBody(before, { ...before, tags: [...before.tags] })).toEqual({});
    expect(changeBody(before, { ...before, name: 'Barn' })).toEqual({ name: 'Barn' });
    expect(changeBody(before, { ...before, latitude: 53 })).toEqual({ gps: { longitude: 13, latitude: 53 } });
  });

  it('clears what was emptied', () => {
    const { longitude: _x, latitude: _y, ...left } = before;
    expect(changeBody(before, { ...left, tags: [] })).toEqual({ clearFields: ['gps', 'tags'] });
    expect(changeBody({ ...before, region: '350203' }, before)).toEqual({ clearFields: ['region'] });
  });
});
