import { z } from 'zod';
import { rights } from '../rights.ts';
import { route } from '../route.ts';

/** An alarm of a geofence, which is an event of the device too. */
const fenceAlarm = z.object({
  /** Of the event. */
  id: z.string(),
  change: z.enum(['enter', 'leave', 'dwell']),
  level: z.number().int(),
  /** By the device's clock. */
  time: z.number(),
  /** Null while it is active. */
  endTime: z.number().nullable(),
  devid: z.string(),
  devName: z.string(),
  vehicleId: z.string().nullable(),
  /** Number plate, or VIN without one. */
  vehicle: z.string().nullable(),
  longitude: z.number(),
  latitude: z.number(),
  /** 1 if acknowledged. */
  ack: z.number().int(),
});
export type FenceAlarm = z.infer<typeof fenceAlarm>;

export const listFenceAlarms = route({
  name: 'geofence.alarms',
  summary: 'The alarms of a geofence, newest first.',
  method: 'GET',
  path: '/geofence/alarms',
  access: { right: rights.geofences },
  query: z.object({
    id: z.uuid(),
    page: z.coerce.number().int().min(1).max(10_000_000).default(1),
    size: z.coerce.number().int().min(0).max(1000).default(10),
  }),
  reply: z.object({
    list: z.array(fenceAlarm),
    total: z.number().int(),
    page: z.number().int(),
    size: z.number().int(),
  }),
});
