import { z } from 'zod';
import { route } from '../route.ts';

/** Maximum devices of one reply of the metrics feed. */
export const MAX_FEED_DEVICES = 5000;

export const deviceMetrics = route({
  name: 'deviceMetrics',
  summary:
    'Newest values of the caller’s devices as metrics for Prometheus: OpenMetrics if the Accept header requests it, else the Prometheus text format. No envelope.',
  method: 'GET',
  path: '/v1/feed/metrics',
  access: [0, 1, 2, 3, 4, 5],
  query: z
    .object({
      /** Devices of one site only. */
      site: z.uuid().optional(),
      /** For a fleet that is too large for one reply: part `part` of `parts`, counted from 1. */
      part: z.coerce.number().int().min(1).max(100).default(1),
      parts: z.coerce.number().int().min(1).max(100).default(1),
    })
    .refine(({ part, parts }) => part <= parts, { path: ['part'], message: 'part must not exceed parts' }),
});
