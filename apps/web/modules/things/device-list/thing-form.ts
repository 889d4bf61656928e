import { givenDescription, registerThing, type Thing } from '@voltloop/contract/calls/things.ts';
import { z } from 'zod';
import { changedFields } from '../../../api/clean.ts';

/** Pure: conversion between the field values of device forms and the server's body. */

const emptied = z.literal('').transform(() => undefined);
const { installTime, name, mobile, email, company, address } = givenDescription.shape;
/** A description as form values; an empty field is not set. */
const description = z.object({
  name: emptied.or(name),
  mobile: emptied.or(mobile),
  email: emptied.or(email),
  company: emptied.or(company),
  address: emptied.or(address),
  installTime: emptied.or(installTime),
});

const body = registerThing.body as z.ZodObject<{ devid: z.ZodString }>;

const place = {
  longitude: z.number().min(-180).max(180).nullish(),
  latitude: z.number().min(-90).max(90).nullish(),
};
type Place = { longitude?: number | null | undefined; latitude?: number | null | undefined };
const isWhole = ({ longitude, latitude }: Place) => (longitude == null) === (latitude == null);
const together = { path: ['latitude'], message: 'thing.position' };

export const newThingForm = z
  .object({
    devid: body.shape.devid,
    devname: z.string().trim().max(100),
    time_zone: z.string().max(64),
    ...place,
    desc: description,
  })
  .refine(isWhole, together);

export const editThingForm = z
  .object({
    devname: z.string().trim().min(1).max(100),
    time_zone: z.string().min(1).max(64),
    ...place,
    desc: description,
    /** Minutes until a silent device is offline; null: as its company or model. */
    offline_after_min: z.number().int().min(1).max(10_080).nullable(),
  })
  .refine(isWhole, together);
type Description = z.output<typeof description>;

export const emptyDescription = {
  name: '',
  mobile: '',
  email: '',
  company: '',
  address: '',
  installTime: '',
};

/** The body of a registration, without empty fields. */
export function registerBody(form: z.output<typeof newThingForm>) {
  const desc = given(form.desc);
  return {
    devid: form.devid,
    ...(form.devname ? { devname: form.devname } : {}),
    ...(form.time_zone ? { time_zone: form.time_zone } : {}),
    ...positionIn(form),
    ...(Object.keys(desc).length > 0 ? { desc } : {}),
  };
}

const positionIn = ({ longitude, latitude }: Place) =>
  longitude == null || latitude == null ? {} : { gps: { longitude, latitude } };

/** The body of a change: changed fields are replaced, cleared ones are listed (interpretation A39). */
export function changeBody(
  before: {
    devname: string;
    time_zone: string;
    gps: Thing['gps'];
    desc: Description;
    offline_after_min: number | null;
  },
  form: z.output<typeof editThingForm>,
) {
  const filled = given(form.desc);
  const desc = changedFields<Partial<Description>>(before.desc, filled);
  const { gps } = positionIn(form) as { gps?: NonNullable<Thing['gps']> };
  const moved = gps?.longitude !== before.gps?.longitude || gps?.latitude !== before.gps?.latitude;
  const clearFields = [
    ...Object.keys(given(before.desc)).filter((key) => !(key in filled)),
    ...(moved && !gps ? ['gps'] : []),
    ...(form.offline_after_min === null && before.offline_after_min !== null ? ['offline_after_s'] : []),
  ];
  return {
    ...(form.devname === before.devname ? {} : { devname: form.devname }),
    // With a new position also an unchanged zone: it was seen, and the server would derive another.
    ...(form.time_zone === before.time_zone && !(moved && gps) ? {} : { time_zone: form.time_zone }),
    ...(moved && gps ? { gps } : {}),
    ...(Object.keys(desc).length > 0 ? { desc } : {}),
    ...(clearFields.length > 0 ? { clearFields } : {}),
    ...(form.offline_after_min === before.offline_after_min || form.offline_after_min === null
      ? {}
      : { offline_after_s: form.offline_after_min * 60 }),
  };
}

function given(desc: Description): Partial<Description> {
  return Object.fromEntries(
    Object.entries(desc).filter(
      ([key, value]) => key in emptyDescription && value !== undefined && value !== '',
    ),
  );
}
