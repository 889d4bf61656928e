import type { SiteDetail } from '@voltloop/contract/calls/sites.ts';
import { MAX_SITE_TAGS } from '@voltloop/contract/calls/sites.ts';
import type { DefaultValues } from 'react-hook-form';
import { z } from 'zod';
import { changedFields } from '../../api/clean.ts';

/** Pure: conversion between the field values of the site form and the server's body. */

const fields = z.object({
  name: z.string().trim().min(1).max(100),
  region: z.string(),
  address: z.string().trim().max(300),
  time_zone: z.string().min(1).max(64),
  longitude: z.number().min(-180).max(180).optional(),
  latitude: z.number().min(-90).max(90).optional(),
  tags: z.array(z.string().trim().min(1).max(30)).max(MAX_SITE_TAGS),
});
const position = (value: { longitude?: number | undefined; latitude?: number | undefined }) =>
  (value.longitude === undefined) === (value.latitude === undefined);
const together = { path: ['latitude'], message: 'thing.position' };

export const changeForm = fields.refine(position, together);
export const newForm = fields
  .extend({ owner: z.string().min(1, 'resource.required') })
  .refine(position, together);

type Values = z.output<typeof fields>;

export const emptySite = (zone: string) => ({
  name: '',
  region: '',
  address: '',
  time_zone: zone,
  tags: [] as string[],
});

export const formOf = (site: SiteDetail): z.input<typeof fields> => ({
  name: site.name,
  region: site.region ?? '',
  address: site.address,
  time_zone: site.time_zone,
  tags: site.tags,
  ...(site.gps ?? {}),
});

export function bodyOf({ longitude, latitude, region, ...values }: Values) {
  return {
    ...values,
    region: region === '' ? null : region,
    gps: longitude === undefined || latitude === undefined ? null : { longitude, latitude },
  };
}

/** The body of a change; emptied fields are listed (interpretation A39). */
export function changeBody(before: DefaultValues<Values>, after: Values) {
  const { region, gps, ...rest } = changedFields(bodyOf(before as Values), bodyOf(after));
  const { address, tags } = rest;
  const cleared = {
    region: region === null,
    address: address === '',
    gps: gps === null,
    tags: tags?.length === 0,
  };
  const clearFields = (['region', 'address', 'gps', 'tags'] as const).filter((name) => cleared[name]);
  const kept = Object.fromEntries(
    Object.entries({ ...rest, region, gps }).filter(
      ([name, value]) => value !== undefined && !clearFields.some((each) => each === name),
    ),
  ) as Partial<Omit<ReturnType<typeof bodyOf>, 'region' | 'gps'>> & {
    region?: string;
    gps?: NonNullable<typeof gps>;
  };
  return { ...kept, ...(clearFields.length > 0 ? { clearFields } : {}) };
}
