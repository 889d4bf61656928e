import { describe, expect, it } from 'vitest';
import { changeBody, editThingForm, emptyDescription, newThingForm, registerBody } from './thing-form.ts';

const form = {
  devid: ' HB_0001 ',
  devname: '',
  time_zone: '',
  longitude: undefined,
  latitude: undefined,
  desc: emptyDescription,
};

describe('registering', () => {
  it('sends only fields that were filled in', () => {
    expect(registerBody(newThingForm.parse(form))).toEqual({ devid: 'HB_0001' });
    const more = {
      ...form,
      devname: 'Lake',
      longitude: 1,
      latitude: 2,
      desc: { ...emptyDescription, name: 'A' },
    };
    expect(registerBody(newThingForm.parse(more))).toEqual({
      devid: 'HB_0001',
      devname: 'Lake',
      gps: { longitude: 1, latitude: 2 },
      desc: { name: 'A' },
    });
  });
  it('requires both coordinates, and an id that a broker accepts', () => {
    const pathsOf = (value: unknown) =>
      newThingForm.safeParse(value).error?.issues.map((issue) => issue.path.join('.'));
    expect(pathsOf({ ...form, longitude: 1 })).toEqual(['latitude']);
    expect(pathsOf({ ...form, devid: 'a/#' })).toEqual(['devid']);
  });
  it('explains beside the field the format of an id, an e-mail address and a telephone number', () => {
    const desc = { ...emptyDescription, email: 'nomail', mobile: 'x'.repeat(500) };
    const issues = newThingForm.safeParse({ ...form, devid: 'a/#', desc }).error?.issues;
    expect(Object.fromEntries((issues ?? []).map((issue) => [issue.path.join('.'), issue.message]))).toEqual({
      devid: 'thing.devid',
      'desc.email': 'account.email',
      'desc.mobile': 'account.mobile',
    });
  });
});

describe('editing', () => {
  const place = { time_zone: 'Australia/Sydney', gps: { longitude: 151, latitude: -33 } };
  const filled = { devname: 'Lake', time_zone: place.time_zone, ...place.gps, offline_after_min: null };
  it('lists cleared fields and sends the changed ones only', () => {
    const edited = editThingForm.parse({
      ...filled,
      desc: { ...emptyDescription, name: 'Anna', address: 'Kai 1' },
    });
    const desc = { name: 'Ann', mobile: '0412', address: 'Kai 1' };
    expect(changeBody({ devname: 'Lake', ...place, desc, offline_after_min: null }, edited)).toEqual({
      desc: { name: 'Anna' },
      clearFields: ['mobile'],
    });
    expect(changeBody({ devname: '', ...place, desc, offline_after_min: null }, edited)).toMatchObject({
      devname: 'Lake',
    });
  });
  it('does not touch fields that no form shows', () => {
    const edited = editThingForm.parse({ ...filled, desc: emptyDescription });
    const stored: Record<string, string> = { parent: 'x' };
    expect(changeBody({ devname: 'Lake', ...place, desc: stored, offline_after_min: null }, edited)).toEqual(
      {},
    );
  });
  it('sends a new position with the zone that was seen, and clears a removed one', () => {
    const before = { devname: 'Lake', ...place, desc: {}, offline_after_min: null };
    const edit = (more: object) =>
      changeBody(before, editThingForm.parse({ ...filled, desc: emptyDescription, ...more }));
    expect(edit({ longitude: 13, latitude: 52, time_zone: 'Europe/Berlin' })).toEqual({
      gps: { longitude: 13, latitude: 52 },
      time_zone: 'Europe/Berlin',
    });
    expect(edit({ longitude: 152 })).toEqual({
      gps: { longitude: 152, latitude: -33 },
      time_zone: 'Australia/Sydney',
    });
    expect(edit({ time_zone: 'UTC' })).toEqual({ time_zone: 'UTC' });
    expect(edit({ longitude: null, latitude: null })).toEqual({ clearFields: ['gps'] });
  });

  it('sends the time until offline in seconds, and lists it when it was cleared', () => {
    const form = (offline_after_min: number | null) =>
      editThingForm.parse({ ...filled, desc: emptyDescription, offline_after_min });
    const before = (offline_after_min: number | null) => ({
      devname: 'Lake',
      ...place,
      desc: {},
      offline_after_min,
    });
    expect(changeBody(before(null), form(30))).toEqual({ offline_after_s: 1800 });
    expect(changeBody(before(30), form(null))).toEqual({ clearFields: ['offline_after_s'] });
    expect(changeBody(before(30), form(30))).toEqual({});
  });
});
