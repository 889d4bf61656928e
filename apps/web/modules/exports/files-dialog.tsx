import { ActionIcon, Button } from '@mantine/core';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  deleteExportRunFile,
  type ExportRun,
  type ExportSchedule,
} from '@voltloop/contract/calls/exports.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { fileSize } from '../../ui/download/file-size.ts';
import {
  ConfirmDialog,
  Dialog,
  EmptyState,
  ErrorState,
  SkeletonRows,
  StatusBadge,
  useFormat,
} from '../../ui/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import styles from './exports.module.css';
import { exportRuns } from './queries.ts';
import { useRunDownload } from './use-run-download.ts';
import { stateOf, tones, usePeriodWords } from './words.ts';

const STEP = 20;
const MAX_SHOWN = 100;

/** Runs of a scheduled export with their files, newest first. */
export default function FilesDialog({
  schedule,
  onClose,
}: {
  schedule: ExportSchedule;
  onClose: () => void;
}) {
  const { t } = useTranslation('exports');
  const { date } = useFormat();
  const client = useQueryClient();
  const [size, setSize] = useState(STEP);
  const [deleting, setDeleting] = useState<ExportRun | null>(null);
  const period = usePeriodWords();
  const { data, error, refetch } = useQuery(exportRuns(schedule.id, size));
  return (
    <>
      <Dialog opened onClose={onClose} title={t('filesOf', { name: schedule.name })} size="lg">
        {!data &&
          (error ? <ErrorState error={error} onRetry={refetch} compact /> : <SkeletonRows rows={4} />)}
        {data?.total === 0 && (
          <EmptyState
            compact
            title={t('noFiles')}
            {...(schedule.next_at === null
              ? {}
              : { text: t('noFilesText', { time: date(schedule.next_at, 'dateTime', schedule.time_zone) }) })}
          />
        )}
        <ul className={styles.rows}>
          {data?.list.map((run) => (
            <FileRow key={run.id} run={run} zone={schedule.time_zone} onDelete={() => setDeleting(run)} />
          ))}
        </ul>
        {data && data.total > size && size < MAX_SHOWN && (
          <Button variant="subtle" size="xs" onClick={() => setSize(size + STEP)}>
            {t('loadMore')}
          </Button>
        )}
      </Dialog>
      <ConfirmDialog
        opened={deleting !== null}
        onClose={() => setDeleting(null)}
        title={t('deleteFileTitle', { period: deleting ? period(deleting) : '' })}
        confirmLabel={t('delete')}
        danger
        onConfirm={async () => {
          if (!deleting) return;
          await call(deleteExportRunFile, { params: { id: deleting.id } });
          toast.success({ ns: 'exports', key: 'fileDeleted' });
          await client.invalidateQueries({ queryKey: ['exports'] });
        }}
      >
        {t('deleteFileText')}
      </ConfirmDialog>
    </>
  );
}

function FileRow({ run, zone, onDelete }: { run: ExportRun; zone: string; onDelete: () => void }) {
  const { t } = useTranslation('exports');
  const { date, number } = useFormat();
  const period = usePeriodWords();
  const download = useRunDownload();
  const state = stateOf(run);
  return (
    <li className={styles.row}>
      <div className={styles.text}>
        <h3 className={styles.title}>
          {period(run)}
          <StatusBadge tone={tones[state]} variant="plain">
            {t(`state.${state}`)}
          </StatusBadge>
        </h3>
        <p className={styles.note}>
          {[
            run.file &&
              t('fileFacts', { rows: number(run.file.rows), size: fileSize(run.file.size_bytes, number) }),
            run.done_at !== null && date(run.done_at, 'dateTime', zone),
            run.error && t(`error.${run.error}`),
            run.error && run.next_at !== null && t('retryAt', { time: date(run.next_at, 'dateTime', zone) }),
            run.left_out > 0 && t('leftOut', { count: run.left_out }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {run.file && (
        <div className={styles.actions}>
          <ActionIcon
            variant="default"
            size={30}
            loading={download.busy}
            aria-label={t('downloadOf', { period: period(run) })}
            onClick={() => void download.start(run)}
          >
            <IconDownload size={16} stroke={1.8} />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size={30}
            aria-label={t('deleteFile', { period: period(run) })}
            onClick={onDelete}
          >
            <IconTrash size={16} stroke={1.8} />
          </ActionIcon>
        </div>
      )}
    </li>
  );
}
