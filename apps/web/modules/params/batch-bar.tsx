import { Button } from '@mantine/core';
import { IconPlayerStop, IconRepeat } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import {
  cancelParamBatch,
  type ParamBatch,
  type ParamJobState,
  retryParamBatch,
} from '@voltloop/contract/calls/params.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useAccount } from '../../context/use-account.ts';
import { ConfirmDialog } from '../../ui/index.ts';
import { type JobsPart, JobsProgress } from '../../ui/jobs/jobs-progress.tsx';
import { useMutation } from '../../ui/query/use-mutation.ts';
import styles from './params.module.css';
import { paramsKey } from './queries.ts';

const count = (batch: ParamBatch, ...states: ParamJobState[]) =>
  states.reduce((n, state) => n + (batch.counts[state] ?? 0), 0);

/** Progress of a batch: shares of its devices as a bar and in words. */
export function BatchBar({ batch }: { batch: ParamBatch }) {
  const { t } = useTranslation('params');
  const part = (
    tone: JobsPart['tone'],
    key: 'verified' | 'differs' | 'failed' | 'underWay' | 'left' | 'waiting',
    ...states: ParamJobState[]
  ) => {
    const n = count(batch, ...states);
    return { tone, n, text: t(`batch.count.${key}`, { n }) };
  };
  return (
    <JobsProgress
      label={t('batch.progressOf', { name: batch.name })}
      total={batch.total}
      ended={batch.total - batch.open}
      parts={[
        part('ok', 'verified', 'verified'),
        part('warn', 'differs', 'differs'),
        part('bad', 'failed', 'failed', 'expired'),
        part('now', 'underWay', 'reading', 'sent', 'checking'),
        part('off', 'left', 'skipped', 'cancelled'),
        part('rest', 'waiting', 'waiting'),
      ]}
    />
  );
}

/** The actions on a batch: cancel what is waiting, retry what did not succeed. */
export function BatchButtons({ batch }: { batch: ParamBatch }) {
  const { t } = useTranslation('params');
  const client = useQueryClient();
  const { tenantId } = useAccount();
  const [asking, setAsking] = useState(false);
  const invalidate = () => client.invalidateQueries({ queryKey: paramsKey(tenantId) });
  const params = { tenantId, id: batch.id };
  const cancel = useMutation({ mutationFn: () => call(cancelParamBatch, { params }), onSettled: invalidate });
  const retry = useMutation({
    mutationFn: () => call(retryParamBatch, { params, body: {} }),
    onSettled: invalidate,
  });
  const waiting = count(batch, 'waiting', 'reading');
  const missed = count(batch, 'differs', 'failed', 'expired', 'cancelled');
  if (waiting === 0 && missed === 0) return null;
  return (
    <div className={styles.actions}>
      {missed > 0 && (
        <Button
          size="compact-sm"
          variant="default"
          loading={retry.isPending}
          leftSection={<IconRepeat size={14} aria-hidden="true" />}
          onClick={() => retry.mutate()}
        >
          {t('batch.retry', { count: missed })}
        </Button>
      )}
      {waiting > 0 && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlayerStop size={14} aria-hidden="true" />}
          onClick={() => setAsking(true)}
        >
          {t('batch.cancel')}
        </Button>
      )}
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('batch.cancelTitle', { name: batch.name })}
        confirmLabel={t('batch.cancelConfirm')}
        danger
        onConfirm={async () => {
          await cancel.mutateAsync();
        }}
      >
        {t('batch.cancelText', { count: waiting })}
      </ConfirmDialog>
    </div>
  );
}
