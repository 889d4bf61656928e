import { useQueryClient } from '@tanstack/react-query';
import { type Campaign, cancelJob, moveCampaign, retryCampaign } from '@voltloop/contract/calls/firmware.ts';
import { call } from '../../api/call.ts';
import { useAccount } from '../../context/use-account.ts';
import { useMutation } from '../../ui/query/use-mutation.ts';
import { toast } from '../../ui/toast/toast.ts';
import { firmwareKey } from './queries.ts';

/** The actions on a campaign and its jobs; each invalidates the whole page. */
export function useCampaignActions() {
  const client = useQueryClient();
  const { tenantId } = useAccount();
  const invalidate = () => client.invalidateQueries({ queryKey: firmwareKey(tenantId) });
  const move = useMutation({
    mutationFn: ({ id, step }: { id: string; step: 'pause' | 'resume' | 'cancel' }) =>
      call(moveCampaign, { params: { tenantId, id, step } }),
    onSettled: invalidate,
  });
  const retry = useMutation({
    mutationFn: ({ id, jobs }: { id: string; jobs?: string[] }) =>
      call(retryCampaign, { params: { tenantId, id }, body: jobs ? { jobs } : {} }),
    onSuccess: ({ retried }) =>
      retried === 0
        ? toast.info({ ns: 'firmware', key: 'retry.none' })
        : toast.success({ ns: 'firmware', key: 'retry.done', values: { n: String(retried) } }),
    onSettled: invalidate,
  });
  const cancel = useMutation({
    mutationFn: (id: string) => call(cancelJob, { params: { tenantId, id } }),
    onSettled: invalidate,
  });
  return { move, retry, cancel };
}

/** The actions that the campaign's state allows. */
export function stepsOf({ state, jobs }: Campaign) {
  return {
    pause: state === 'running',
    resume: state === 'paused' || state === 'stopped',
    cancel: state === 'running' || state === 'paused' || state === 'stopped',
    retry: state !== 'cancelled' && jobs.failed + jobs.timedOut > 0,
  };
}
