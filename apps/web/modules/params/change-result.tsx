import { Button, Loader } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { cancelParamBatch, type ParamJob, retryParamBatch } from '@voltloop/contract/calls/params.ts';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useAccount } from '../../context/use-account.ts';
import { NO_VALUE, StatusBadge } from '../../ui/index.ts';
import { useMutation } from '../../ui/query/use-mutation.ts';
import { toast } from '../../ui/toast/toast.ts';
import { labelOf } from '../settings/index.ts';
import type { Dictionary } from '../telemetry/index.ts';
import { canRetry, jobTone } from './job-words.ts';
import styles from './params.module.css';
import { oneJob, paramsKey } from './queries.ts';

interface ChangeResultProps {
  batchId: string;
  dictionary: Dictionary;
  onClose: () => void;
  onVerified: () => void;
}

/** Progress of a change of one device, and in the end whether the device has the requested values. */
export function ChangeResult({ batchId, dictionary, onClose, onVerified }: ChangeResultProps) {
  const { t } = useTranslation(['params', 'deviceSettings']);
  const client = useQueryClient();
  const { tenantId } = useAccount();
  const job = useQuery(oneJob(tenantId, batchId)).data;
  const invalidate = () => client.invalidateQueries({ queryKey: paramsKey(tenantId) });
  const cancel = useMutation({
    mutationFn: () => call(cancelParamBatch, { params: { tenantId, id: batchId } }),
    onSettled: invalidate,
  });
  const retry = useMutation({
    mutationFn: () => call(retryParamBatch, { params: { tenantId, id: batchId }, body: {} }),
    onSettled: invalidate,
  });

  // Once per finished change, whatever renders in between.
  const announced = useRef(0);
  useEffect(() => {
    if (!job?.finished_at || announced.current === job.finished_at) return;
    announced.current = job.finished_at;
    void client.invalidateQueries({ queryKey: paramsKey(tenantId) });
    if (job.state === 'verified') {
      toast.success({ ns: 'params', key: 'result.verifiedToast' });
      onVerified();
    } else if (job.state !== 'cancelled') {
      const silent = job.reason === 'no_answer' || job.reason === 'unconfirmed' || job.reason === 'offline';
      toast.warning(
        job.error
          ? { text: job.error }
          : silent
            ? { ns: 'params', key: 'result.noAnswer' }
            : { ns: 'params', key: `state.${job.state}` },
      );
    }
  });

  if (!job) return null;
  const ended = job.finished_at !== null;
  return (
    <section className={styles.result} aria-label={t('result.title')}>
      <span className={styles.working}>
        {!ended && <Loader size={14} />}
        <StatusBadge tone={jobTone(job.state)}>{t(`state.${job.state}`)}</StatusBadge>
      </span>
      <div role="status" className={styles.resultText}>
        <span>{wordsOf(t, job)}</span>
        {job.state === 'differs' && (
          <ul className={styles.mismatches}>
            {job.differing.map((key) => {
              const name = key.split('@')[0] ?? '';
              const value = (of: number | undefined) =>
                of === undefined ? NO_VALUE : dictionary.settingValue(name, of);
              return (
                <li key={key}>
                  {t('result.mismatch', {
                    name: labelOf(t, dictionary, key),
                    wanted: value(job.wanted[key]),
                    after: value(job.after?.[key]),
                  })}
                </li>
              );
            })}
          </ul>
        )}
      </div>
      <div className={styles.actions}>
        {(job.state === 'waiting' || job.state === 'reading') && (
          <Button
            size="compact-sm"
            variant="default"
            loading={cancel.isPending}
            onClick={() => cancel.mutate()}
          >
            {t('batch.cancel')}
          </Button>
        )}
        {ended && canRetry(job) && (
          <Button
            size="compact-sm"
            variant="default"
            loading={retry.isPending}
            onClick={() => retry.mutate()}
          >
            {t('result.retry')}
          </Button>
        )}
        {ended && (
          <Button size="compact-sm" variant="subtle" onClick={onClose}>
            {t('result.close')}
          </Button>
        )}
      </div>
    </section>
  );
}

type Translate = ReturnType<typeof useTranslation<['params', 'deviceSettings']>>['t'];

/** The meaning of a job's state for its device, in a sentence. */
export function wordsOf(t: Translate, job: ParamJob): string {
  if (job.error) return t('result.refused', { words: job.error });
  if (job.reason) return t(`reason.${job.reason}`);
  return t(`stateText.${job.state}`);
}
