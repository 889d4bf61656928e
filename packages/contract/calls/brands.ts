import { brandColorProblem } from '@voltloop/domain/brand/brand-color.ts';
import { normalHost } from '@voltloop/domain/brand/host-name.ts';
import { z } from 'zod';
import type { AccountKind } from '../roles.ts';
import { route } from '../route.ts';
import { entry } from './entry.ts';

/** Accounts that may have a brand for themselves and all accounts below them. */
export const brandKinds = ['main', 'factory', 'agent1', 'agent2', 'company'] as const satisfies AccountKind[];
/** Their roles. */
const holders = [0, 1, 2, 3] as const;

const tenant = '/v1/brands/tenants/:tenantId';
const account = `${tenant}/accounts/:id`;

/** The public data of a brand. */
const shownBrand = z.object({
  name: z.string(),
  /** #rrggbb; null for the default colour. */
  color: z.string().nullable(),
  /** Address of the logo, which changes with each logo. */
  logo: z.string().nullable(),
});
export type ShownBrand = z.infer<typeof shownBrand>;

export const brand = z.object({
  account_id: z.string(),
  account_name: z.string(),
  account_kind: z.enum(brandKinds),
  /** Null until the brand has one; the brand is not shown before. */
  name: z.string().nullable(),
  color: z.string().nullable(),
  logo: z.string().nullable(),
  /** The host name that shows it; null for none. */
  host: z.string().nullable(),
  /** Name of the nearest account above with a brand, used in e-mails while this one has no name. */
  above: z.string().nullable(),
  /** Whether the caller may change name, colour and logo, and the host name. */
  may_edit: z.boolean(),
  may_set_host: z.boolean(),
});
export type Brand = z.infer<typeof brand>;

/** Without invisible and bidirectional control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are refused
const NAME = /^[^\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff<>"\\]*$/;

export const brandBody = z.object({
  name: z.string().trim().min(1, 'brand.name').max(40, 'brand.name').regex(NAME, 'brand.name'),
  /** #rrggbb on which white or dark text has 4.5 : 1; default colour if absent. */
  color: z
    .string()
    .trim()
    .toLowerCase()
    .superRefine((color, ctx) => {
      const problem = brandColorProblem(color);
      if (problem) ctx.addIssue({ code: 'custom', message: problem });
    })
    .optional(),
});

export const brandHostBody = z.object({
  /** A host name without port; absent to remove it. */
  host: z
    .string()
    .trim()
    .max(260)
    .refine((host) => normalHost(host) !== null, 'brand.host')
    .optional(),
});

export const getBrand = route({
  name: 'getBrand',
  summary: 'Name, colour and logo for the host name of the request; null if it has no brand.',
  ...entry.getBrand,
  access: 'public',
  reply: shownBrand.nullable(),
});

export const readBrandLogo = route({
  name: 'readBrandLogo',
  summary: 'The logo of a brand, a PNG image of at most 480 by 120 pixels.',
  method: 'GET',
  path: '/brand-logos/:id',
  access: 'public',
});

export const listBrands = route({
  name: 'listBrands',
  summary: 'All brands and host names of the tenant, by name.',
  method: 'GET',
  path: tenant,
  access: [0],
  params: z.object({ tenantId: z.string().max(64) }),
  reply: z.array(brand),
});

export const readBrand = route({
  name: 'readBrand',
  summary: 'The brand of an account (`self`, or one below); empty fields without one.',
  method: 'GET',
  path: account,
  access: holders,
  reply: brand,
});

export const saveBrand = route({
  name: 'saveBrand',
  summary: 'Set name and colour of the own brand; the main account may set any brand.',
  method: 'PUT',
  path: account,
  access: holders,
  body: brandBody,
  reply: brand,
});

export const removeBrand = route({
  name: 'removeBrand',
  summary: 'Remove name, colour and logo of a brand. Its host name is kept.',
  method: 'DELETE',
  path: account,
  access: holders,
  reply: brand,
});

export const setBrandLogo = route({
  name: 'setBrandLogo',
  summary:
    'Set the logo of a brand as multipart/form-data, field `file`: a PNG or JPEG image below 2 MiB. It is re-encoded to fit 480 by 120 pixels.',
  method: 'POST',
  path: `${account}/logo`,
  access: holders,
  reply: brand,
});

export const removeBrandLogo = route({
  name: 'removeBrandLogo',
  summary: 'Remove the logo of a brand. Idempotent.',
  method: 'DELETE',
  path: `${account}/logo`,
  access: holders,
  reply: brand,
});

export const setBrandHost = route({
  name: 'setBrandHost',
  summary: 'Set or remove the host name that shows a brand. A host name shows one brand.',
  method: 'PUT',
  path: `${account}/host`,
  access: [0],
  body: brandHostBody,
  reply: brand,
});
