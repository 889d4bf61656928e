import { Button, Switch } from '@mantine/core';
import { IconChevronRight, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ParamBatch } from '@voltloop/contract/calls/params.ts';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../context/use-account.ts';
import { Card, EmptyState, RelativeTime } from '../../ui/index.ts';
import jobsStyles from '../../ui/jobs/jobs.module.css';
import { QueryState } from '../../ui/states/query-state.tsx';
import { FixedPager } from '../../ui/table/pager.tsx';
import { BatchBar, BatchButtons } from './batch-bar.tsx';
import styles from './params.module.css';
import { batches } from './queries.ts';

const BatchDialog = lazy(() => import('./batch-dialog.tsx'));
const StartDialog = lazy(() => import('./start-dialog.tsx'));
const SIZE = 10;

interface BatchesTabProps {
  /** Id of the open batch, or empty. */
  open: string;
  onOpen: (id: string) => void;
  /** Devices chosen on another page, for a new batch. */
  chosen: readonly string[] | null;
  onChosenDone: () => void;
}

/** Parameter batches, newest first, live; with a button for a new one. */
export default function BatchesTab({ open, onOpen, chosen, onChosenDone }: BatchesTabProps) {
  const { t } = useTranslation('params');
  const { tenantId } = useAccount();
  const [page, setPage] = useState(1);
  const [openOnly, setOpenOnly] = useState(false);
  const [starting, setStarting] = useState(false);
  const close = () => {
    setStarting(false);
    onChosenDone();
  };
  const found = useQuery(batches(tenantId, page, openOnly));
  return (
    <>
      <Card
        title={t('batch.title')}
        description={t('batch.description')}
        padding="flush"
        tools={
          <span className={styles.tools}>
            <Switch
              label={t('batch.openOnly')}
              checked={openOnly}
              onChange={(event) => {
                setOpenOnly(event.currentTarget.checked);
                setPage(1);
              }}
            />
            <Button
              leftSection={<IconPlus size={16} stroke={1.8} aria-hidden="true" />}
              onClick={() => setStarting(true)}
            >
              {t('batch.new')}
            </Button>
          </span>
        }
      >
        <QueryState of={found}>
          {({ list, total }) =>
            total === 0 ? (
              <EmptyState
                compact
                title={t(openOnly ? 'batch.noneOpen' : 'batch.none')}
                text={t('batch.noneText')}
              />
            ) : (
              <ul className={jobsStyles.list}>
                {list.map((batch) => (
                  <BatchRow key={batch.id} batch={batch} onOpen={onOpen} />
                ))}
              </ul>
            )
          }
        </QueryState>
        <div className={jobsStyles.pager}>
          <FixedPager total={found.data?.total ?? 0} page={page} size={SIZE} onPage={setPage} />
        </div>
      </Card>
      <Suspense fallback={null}>
        {(starting || chosen) && (
          <StartDialog
            template={null}
            chosen={chosen}
            onClose={close}
            onStarted={(id) => {
              close();
              onOpen(id);
            }}
          />
        )}
        {open !== '' && !starting && !chosen && <BatchDialog id={open} onClose={() => onOpen('')} />}
      </Suspense>
    </>
  );
}

function BatchRow({ batch, onOpen }: { batch: ParamBatch; onOpen: (id: string) => void }) {
  const { t } = useTranslation('params');
  return (
    <li>
      <div className={jobsStyles.head}>
        <button type="button" className={jobsStyles.name} onClick={() => onOpen(batch.id)}>
          {batch.name}
          <IconChevronRight size={15} stroke={2} aria-hidden="true" />
        </button>
        <span className={styles.muted}>
          {batch.kind === 'undo' && `${t('history.undo')} · `}
          {t('batch.values', { count: Object.keys(batch.values).length })}
          {batch.template && ` · ${batch.template}`}
          {batch.created_by && ` · ${batch.created_by}`}
          {' · '}
          <RelativeTime time={batch.created_at} />
        </span>
      </div>
      <BatchBar batch={batch} />
      <BatchButtons batch={batch} />
    </li>
  );
}
