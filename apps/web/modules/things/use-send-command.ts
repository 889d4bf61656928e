import { useQueryClient } from '@tanstack/react-query';
import { type CommandBody, sendMessage } from '@voltloop/contract/calls/commands.ts';
import { type Thing, thingStates } from '@voltloop/contract/calls/things.ts';
import { useRef } from 'react';
import { call } from '../../api/call.ts';
import { useMutation } from '../../ui/query/use-mutation.ts';
import { toast } from '../../ui/toast/toast.ts';
import { oneThing } from '../telemetry/index.ts';
import { type LastData, patchLastData } from './live-patch.ts';
import { lastData } from './queries.ts';

/** How long the server waits for the device, ms (specification section 7). */
export const TIMEOUT_MS = 30_000;

/** A second click within this time is ignored, ms. */
const DOUBLE_CLICK_MS = 500;

/** A device's answer to a command. */
export interface DeviceAnswer {
  ok: boolean;
  values: Record<string, unknown>;
  device_time: number | null;
}

/**
 * Sends a command and waits for the device's answer. The ledger shows the command immediately; values in the answer
 * become the newest values of the device. A toast reports at once that the device is offline and how long the command
 * waits. A device without an answer causes a warning toast (interpretation B30), like every failed change.
 *
 * `run` returns the answer, or null if the command failed or an earlier one is still pending.
 */
export function useSendCommand(tenantId: string, devid: string) {
  const client = useQueryClient();
  /** Page time from which the next command may be sent. `isPending` is rendered too late to stop a double click. */
  const nextAllowed_ms = useRef(0);
  const {
    mutate: _,
    mutateAsync,
    ...state
  } = useMutation({
    mutationFn: async (body: CommandBody): Promise<DeviceAnswer> => {
      const reply = await call(sendMessage, {
        params: { tenantId, thingsId: devid },
        query: { async: 'false', save_log: 'false', timeout: TIMEOUT_MS },
        body,
      });
      return 'ok' in reply
        ? reply
        : (reply.reply ?? { ok: reply.state === 'answered', values: {}, device_time: null });
    },
    onSuccess: (answer, body) => {
      const fields: Record<string, number> = {};
      for (const [key, value] of Object.entries(answer.values))
        if (typeof value === 'number') fields[key] = value;
      const time = answer.device_time ?? Date.now();
      client.setQueryData<LastData>(
        lastData(devid).queryKey,
        (last) => last && patchLastData(last, { devid, time, fields }),
      );
      if (answer.ok) toast.success({ ns: 'things', key: `commands.done.${body.cmd}` });
      else toast.warning({ ns: 'params', key: 'reason.refused' });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['commands', tenantId, devid] }),
  });
  const run = async (body: CommandBody): Promise<DeviceAnswer | null> => {
    const clicked_ms = performance.now();
    if (clicked_ms < nextAllowed_ms.current) return null;
    nextAllowed_ms.current = Number.POSITIVE_INFINITY;
    const status = client.getQueryData<Thing>(oneThing(tenantId, devid).queryKey)?.status;
    if (status === thingStates.offline || status === thingStates.notActivated)
      toast.info({ ns: 'things', key: 'commands.offline', values: { seconds: String(TIMEOUT_MS / 1000) } });
    try {
      return await mutateAsync(body);
    } catch {
      // The mutation cache has shown a toast.
      return null;
    } finally {
      nextAllowed_ms.current = clicked_ms + DOUBLE_CLICK_MS;
    }
  };
  return { ...state, run };
}
