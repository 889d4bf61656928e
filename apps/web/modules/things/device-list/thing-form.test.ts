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
  it('lists cleared fields and sends the changed ones only', () => {
    const edited = editThingForm.parse({
      devname: 'Lake',
      offline_after_min: null,
      desc: { ...emptyDescription, name: 'Anna', address: 'Kai 1' },
    });
    const desc = { name: 'Ann', mobile: '0412', address: 'Kai 1' };
    expect(changeBody({ devname: 'Lake', desc, offline_after_min: null }, edited)).toEqual({
      desc: { name: 'Anna' },
      clearFields: ['mobile'],
    });
    expect(changeBody({ devname: '', desc, offline_after_min: null }, edited)).toMatchObject({
      devname: 'Lake',
    });
  });
  it('sends the time until offline in seconds, and null when it was cleared', () => {
    const form = (offline_after_min: number | null) =>
      editThingForm.parse({ devname: 'Lake', desc: emptyDescription, offline_after_min });
    const before = { devname: 'Lake', desc: {} };
    expect(changeBody({ ...before, offline_after_min: null }, form(30))).toEqual({ offline_after_s: 1800 });
    expect(changeBody({ ...before, offline_after_min: 30 }, form(null))).toEqual({ offline_after_s: null });
    expect(changeBody({ ...before, offline_after_min: 30 }, form(30))).toEqual({});
  });
  it('does not touch fields that no form shows', () => {
    const edited = editThingForm.parse({ devname: 'Lake', desc: emptyDescription, offline_after_min: null });
    const stored: Record<string, string> = { parent: 'x' };
    expect(changeBody({ devname: 'Lake', desc: stored, offline_after_min: null }, edited)).toEqual({});
  });
});
