import { useQueryClient } from '@tanstack/react-query';
import type { LiveEvents, Thing } from '@voltloop/contract';
import { thingStates } from '@voltloop/contract/calls/things.ts';
import { keysOf } from '@voltloop/device-models/roles.ts';
import { useLive } from '../../api/live.ts';
import { oneThing, type SeriesRow } from '../telemetry/index.ts';
import { dayRoles } from './day-roles.ts';
import { appendFrame, type LastData, patchLastData } from './live-patch.ts';
import { lastData } from './queries.ts';
import { useThrottled } from './use-throttled.ts';

const dayPoints = keysOf(dayRoles);

/** Delay between the first frame of a device that was offline and the refetch of its state, ms. */
const STATE_REFETCH_MS = 2000;

/**
 * Keeps all shown data of one thing current while mounted: newest values, the day chart, the header's state, the
 * ledger and the events.
 */
export function useThingLive(tenantId: string, devid: string): void {
  const client = useQueryClient();

  const refetchThing = useThrottled(
    () => void client.invalidateQueries({ queryKey: ['thing', tenantId, devid] }),
    STATE_REFETCH_MS,
  );
  const onFrame = (frame: LiveEvents['frame']) => {
    if (frame.devid !== devid) return;
    // A reporting device is online: the server will have updated its state by now.
    const status = client.getQueryData<Thing>(oneThing(tenantId, devid).queryKey)?.status;
    if (status === thingStates.offline || status === thingStates.notActivated) refetchThing();
    client.setQueryData<LastData>(lastData(devid).queryKey, (last) => last && patchLastData(last, frame));
    for (const query of client.getQueryCache().findAll({ queryKey: ['thing-day', devid], type: 'active' })) {
      const [, , begin_ms, end_ms] = query.queryKey as [string, string, number, number];
      client.setQueryData<SeriesRow[]>(
        query.queryKey,
        (rows) => rows && appendFrame(rows, frame, dayPoints, { begin_ms, end_ms }),
      );
    }
  };

  useLive(
    { things: [devid] },
    {
      frame: onFrame,
      event: (event) => {
        if (event.devid !== devid) return;
        // Silence and faults are events: the state in the header may have changed with them.
        void client.invalidateQueries({ queryKey: ['events', 'active', tenantId, devid] });
        void client.invalidateQueries({ queryKey: ['thing', tenantId, devid] });
      },
      command: (command) => {
        if (command.devid === devid)
          void client.invalidateQueries({ queryKey: ['commands', tenantId, devid] });
      },
      onCatchUp: () => {
        for (const queryKey of [
          ['thing', tenantId, devid],
          ['thing-last', devid],
          ['thing-day', devid],
          ['events', 'active', tenantId, devid],
          ['commands', tenantId, devid],
        ])
          void client.invalidateQueries({ queryKey });
      },
    },
  );
}
