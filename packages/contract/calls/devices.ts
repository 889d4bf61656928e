import { z } from 'zod';
import { route } from '../route.ts';
import { thing } from './things.ts';

export const getDevice = route({
  name: 'getDevice',
  summary: 'One thing by its devid, without the tenant. 404 if `devtype` is given and differs.',
  method: 'GET',
  path: '/v1/devices/:devId',
  access: [0, 1, 2, 3, 4, 5],
  query: z.object({ devtype: z.string().max(50).optional() }),
  reply: thing,
});
