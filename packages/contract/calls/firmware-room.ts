import { z } from 'zod';
import { rights } from '../rights.ts';
import { route } from '../route.ts';
import { firmwarePackage, pkgtype } from './firmware.ts';

/** A package in the back office, with the progress of upgrades to it. */
export const firmwareStock = firmwarePackage.extend({
  campaigns: z.number().int(),
  /** Devices in campaigns for it, by result. */
  devices: z.object({
    total: z.number().int(),
    done: z.number().int(),
    failed: z.number().int(),
    cancelled: z.number().int(),
  }),
});
export type FirmwareStock = z.infer<typeof firmwareStock>;

/**
 * The calls of the back office's firmware page; packages are changed by the portal's calls, with the roles of those.
 */
export const findFirmwarePage = route({
  name: 'firmware.findPage',
  summary:
    'A page of the firmware packages of the tenant in any state, with the progress of upgrades to them.',
  method: 'GET',
  path: '/firmware/findPage',
  access: { right: rights.firmware },
  query: z.object({
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    size: z.coerce.number().int().min(1).max(500).default(20),
    pkgtype: pkgtype.optional(),
  }),
  reply: z.object({
    list: z.array(firmwareStock),
    total: z.number().int(),
    page: z.number().int(),
    size: z.number().int(),
  }),
});

export const firmwareFile = route({
  name: 'firmware.file',
  summary: 'The file of a package, whole or by Range.',
  method: 'GET',
  path: '/firmware/file',
  access: { right: rights.firmware },
  query: z.object({ id: z.string().max(64) }),
});
