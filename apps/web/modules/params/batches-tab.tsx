import { Button, Switch } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../context/use-account.ts';
import { JobsList } from '../../ui/jobs/jobs-list.tsx';
import { BatchBar, BatchButtons } from './batch-bar.tsx';
import styles from './params.module.css';
import { BATCHES_SHOWN, batches } from './queries.ts';

const BatchDialog = lazy(() => import('./batch-dialog.tsx'));
const StartDialog = lazy(() => import('./start-dialog.tsx'));

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
      <JobsList
        heading={{
          title: t('batch.title'),
          description: t('batch.description'),
          tools: (
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
          ),
        }}
        found={found}
        page={page}
        size={BATCHES_SHOWN}
        onPage={setPage}
        onOpen={onOpen}
        empty={{ title: t(openOnly ? 'batch.noneOpen' : 'batch.none'), text: t('batch.noneText') }}
        facts={(batch) => [
          batch.kind === 'undo' && t('history.undo'),
          t('batch.values', { count: Object.keys(batch.values).length }),
          batch.template,
        ]}
      >
        {(batch) => (
          <>
            <BatchBar batch={batch} />
            <BatchButtons batch={batch} />
          </>
        )}
      </JobsList>
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
