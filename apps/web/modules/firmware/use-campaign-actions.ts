import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Campaign, cancelJob, moveCampaign, retryCampaign } from '@voltloop/contract/calls/firmware.ts';
import { call } from '../../api/call.ts';
import { useAccount } from '../../context/use-account.ts';
import { toast } from '../../parts/toast.ts';
import { firmwareKey } from './queries.ts';

/** What can be done to a campaign and its jobs; everything on the page is refetched afterwards. */
export function useCampaignActions() {
  const client = useQueryClient();
  const { tenantId } = useAccount();
  const again = () => client.invalidateQueries({ queryKey: firmwareKey(tenantId) });
  const move = useMutation({
    mutationFn: ({ id, step }: { id: string; step: 'pause' | 'resume' | 'cancel' }) =>
      call(moveCampaign, { params: { tenantId, id, step } }),
    onSettled: again,
  });
  const retry = useMutation({
    mutationFn: ({ id, jobs }: { id: string; jobs?: string[] }) =>
      call(retryCampaign, { params: { tenantId, id }, body: jobs ? { jobs } : {} }),
    onSuccess: ({ retried }) =>
      retried === 0
        ? toast.info({ ns: 'firmware', key: 'retry.none' })
        : toast.success({ ns: 'firmware', key: 'retry.done', values: { n: String(retried) } }),
    onSettled: again,
  });
  const cancel = useMutation({
    mutationFn: (id: string) => call(cancelJob, { params: { tenantId, id } }),
    onSettled: again,
  });
  return { move, retry, cancel };
}

/** Which buttons a campaign has now. */
export function stepsOf({ state, jobs }: Campaign) {
  return {
    pause: state === 'running',
    resume: state === 'paused' || state === 'stopped',
    cancel: state === 'running' || state === 'paused' || state === 'stopped',
    retry: state !== 'cancelled' && jobs.failed + jobs.timedOut > 0,
  };
}
