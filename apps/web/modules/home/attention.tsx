import { Button } from '@mantine/core';
import { IconCircleCheck, IconPhone } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '@voltloop/contract';
import { ATTENTION_LEVEL, type attentionList } from '@voltloop/contract/calls/things.ts';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { failureOf } from '../../api/query-failure.ts';
import { Card, ErrorState, SkeletonRows, useFormat } from '../../ui/index.ts';
import { loadAckDialog } from '../events/index.ts';
import { attention, monitoringPath, ThingProblem, ThingState, thingPath } from '../things/index.ts';
import styles from './attention.module.css';

const AckDialog = lazy(async () => ({ default: (await loadAckDialog()).AckDialog }));

type Row = ReplyOf<typeof attentionList>['list'][number];
const worst: ReturnType<typeof monitoringPath> = monitoringPath({
  problem: ATTENTION_LEVEL,
  sort: 'problem',
  order: 'desc',
});

/** Devices that need attention, unacknowledged and most severe first: problem, place, and contact. */
export function Attention({ tenantId }: { tenantId: string }) {
  const { t } = useTranslation('home');
  const { number } = useFormat();
  const client = useQueryClient();
  const rows = useQuery(attention(tenantId));
  const failure = failureOf(rows);
  const [acknowledging, setAcknowledging] = useState<string | null>(null);
  const total = rows.data?.total ?? 0;
  const shown = rows.data?.list ?? [];
  return (
    <Card
      title={total > 0 ? t('attention.titleCount', { n: number(total) }) : t('attention.title')}
      padding="flush"
      tools={total > shown.length && <Link to={worst}>{t('attention.all', { n: number(total) })}</Link>}
    >
      {failure ? (
        <ErrorState compact error={failure} onRetry={() => void rows.refetch()} />
      ) : rows.isPending ? (
        <SkeletonRows rows={4} />
      ) : shown.length === 0 ? (
        <p className={styles.fine}>
          <IconCircleCheck size={18} stroke={1.8} aria-hidden="true" />
          {t('attention.none')}
        </p>
      ) : (
        <ul className="plain">
          {shown.map((row) => (
            <AttentionRow key={row.devid} row={row} onAcknowledge={setAcknowledging} />
          ))}
        </ul>
      )}
      {acknowledging && (
        <Suspense>
          <AckDialog
            ids={[acknowledging]}
            onClose={() => setAcknowledging(null)}
            onDone={() => void client.invalidateQueries({ queryKey: ['things', 'attention', tenantId] })}
          />
        </Suspense>
      )}
    </Card>
  );
}

function AttentionRow({ row, onAcknowledge }: { row: Row; onAcknowledge: (event: string) => void }) {
  const { t } = useTranslation('home');
  const { desc, problem } = row;
  const name = row.devname || row.devid;
  return (
    <li className={styles.row}>
      <ThingProblem thing={row} wrap />
      <span className={styles.device}>
        <Link to={thingPath(row.devid)} className={styles.name}>
          {name}
        </Link>
        <ThingState status={row.status} variant="plain" />
      </span>
      <span className={styles.person}>
        <span>{desc.name}</span>
        <span className={styles.address}>{desc.address}</span>
      </span>
      {desc.mobile ? (
        <a
          href={`tel:${desc.mobile}`}
          className={styles.phone}
          aria-label={t('attention.call', { name: desc.name ?? name, mobile: desc.mobile })}
        >
          <IconPhone size={15} stroke={1.8} aria-hidden="true" />
          {desc.mobile}
        </a>
      ) : (
        <span className={styles.phone} />
      )}
      <span className={styles.action}>
        {problem?.acknowledged ? (
          t('attention.acknowledged')
        ) : (
          <Button
            size="xs"
            variant="default"
            aria-label={t('attention.acknowledgeOf', { name })}
            onClick={() => problem && onAcknowledge(problem.event_id)}
          >
            {t('attention.acknowledge')}
          </Button>
        )}
      </span>
    </li>
  );
}
