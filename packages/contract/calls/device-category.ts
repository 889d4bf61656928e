import { optionValue } from '@voltloop/domain/options/index.ts';
import { z } from 'zod';
import { route } from '../route.ts';

/** The right to change the state of a device category (resource-kit/rights.ts). */
const right = 3106;

export const setDeviceCategoryStatus = route({
  name: 'setDeviceCategoryStatus',
  summary: 'Enable (1) or disable (2) a device category. Idempotent.',
  method: 'POST',
  path: '/DeviceCategory/setStatus',
  access: { right },
  body: z.object({ id: z.uuid(), status: optionValue('enabled') }),
  reply: z.object({ id: z.string(), status: z.number(), version: z.number().int() }),
});
