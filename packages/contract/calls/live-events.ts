import { z } from 'zod';
import { thing, thingProblem } from './things.ts';

const { status, active_events } = thing.shape;
const { soc, left_wh, rated_wh, last_time, bat_power_w, grid_power_w, pv_power_w, load_power_w } =
  thing.shape.status_data.shape;

/** The `data:` of the call `live`, by event name. */
export const liveEvents = z.object({
  frame: z.object({ devid: z.string(), time: z.number(), fields: z.record(z.string(), z.number()) }),
  state: z.object({
    things: z.array(
      z.object({
        devid: z.string(),
        status,
        problem: thingProblem.nullable(),
        active_events,
        last_time,
        soc,
        left_wh,
        rated_wh,
        work_state: z.string().nullable(),
        bat_power_w,
        grid_power_w,
        pv_power_w,
        load_power_w,
      }),
    ),
  }),
  event: z.object({
    id: z.string(),
    devid: z.string(),
    code: z.string(),
    level: z.number(),
    state: z.number(),
  }),
  command: z.object({ id: z.string(), devid: z.string(), state: z.string() }),
  ping: z.object({ time: z.number() }),
  /**
   * The last event of a stream that the server ends, with the reason. After `token_expired` a new token can
   * reconnect; after `too_many` (the account has opened others since) reconnecting would end another stream.
   */
  end: z.object({
    reason: z.enum(['session_ended', 'token_expired', 'too_slow', 'too_many', 'server_stopping']),
  }),
});
export type LiveEvents = z.infer<typeof liveEvents>;
