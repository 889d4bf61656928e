import { Button } from '@mantine/core';
import { IconFileExport, IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  deleteExportSchedule,
  type ExportSchedule,
  MAX_EXPORT_SCHEDULES,
} from '@voltloop/contract/calls/exports.ts';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { call } from '../../api/call.ts';
import { isRefused } from '../../api/errors.ts';
import { fileSize } from '../../ui/download/file-size.ts';
import {
  Card,
  ConfirmDialog,
  EmptyState,
  ErrorState,
  NoPermission,
  PageHeader,
  SkeletonRows,
  useFormat,
} from '../../ui/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import styles from './exports.module.css';
import { exportSchedules } from './queries.ts';
import { ScheduleRow } from './schedule-row.tsx';

const ExportDialog = lazy(() => import('./export-dialog.tsx'));
const FilesDialog = lazy(() => import('./files-dialog.tsx'));

/**
 * Scheduled exports of the signed-in account with their newest files. `?device=` opens the dialog for that device.
 */
export default function ExportsPage() {
  const { t } = useTranslation(['exports', 'routes']);
  const { number, language } = useFormat();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(exportSchedules);
  const [params, setParams] = useSearchParams();
  const device = params.get('device');
  const [chosen, setEditing] = useState<ExportSchedule | 'new' | null>(null);
  const editing = chosen ?? (device ? 'new' : null);
  const [files, setFiles] = useState<ExportSchedule | null>(null);
  const [deleting, setDeleting] = useState<ExportSchedule | null>(null);
  if (isRefused(error)) return <NoPermission />;

  const reload = () => client.invalidateQueries({ queryKey: ['exports'] });
  const full = (data?.list.length ?? 0) >= MAX_EXPORT_SCHEDULES;
  const size = (bytes: number) => fileSize(bytes, number);
  const limits = data && [
    full ? t('full', { count: MAX_EXPORT_SCHEDULES }) : null,
    data.keep_days === 0 ? t('keptForever') : t('kept', { count: data.keep_days }),
    t('used', { used: size(data.used_bytes), most: size(data.most_bytes) }),
  ];
  const create = (
    <Button
      size="sm"
      leftSection={<IconPlus size={16} stroke={1.8} />}
      disabled={full}
      onClick={() => setEditing('new')}
    >
      {t('new')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t('exports', { ns: 'routes' })}
        description={t('lead')}
        tools={data && data.list.length > 0 && create}
      />
      <Card>
        {!data &&
          (error ? <ErrorState error={error} onRetry={refetch} compact /> : <SkeletonRows rows={4} />)}
        {data?.list.length === 0 && (
          <EmptyState
            icon={<IconFileExport size={22} stroke={1.6} />}
            title={t('none')}
            text={t('noneText')}
            action={create}
          />
        )}
        {data && data.list.length > 0 && (
          <>
            <ul className={styles.rows}>
              {data.list.map((schedule) => (
                <ScheduleRow
                  key={schedule.id}
                  schedule={schedule}
                  onEdit={() => setEditing(schedule)}
                  onFiles={() => setFiles(schedule)}
                  onDelete={() => setDeleting(schedule)}
                />
              ))}
            </ul>
            <p className={styles.limits}>{limits?.filter(Boolean).join(language === 'zh' ? '' : ' ')}</p>
          </>
        )}
      </Card>
      <Suspense>
        {editing !== null && (
          <ExportDialog
            schedule={editing === 'new' ? null : editing}
            device={device}
            onClose={() => {
              setEditing(null);
              setParams({}, { replace: true });
            }}
            onSaved={() => {
              toast.success({ ns: 'exports', key: 'saved' });
              void reload();
            }}
          />
        )}
        {files && <FilesDialog schedule={files} onClose={() => setFiles(null)} />}
      </Suspense>
      <ConfirmDialog
        opened={deleting !== null}
        onClose={() => setDeleting(null)}
        title={t('deleteTitle', { name: deleting?.name ?? '' })}
        confirmLabel={t('delete')}
        danger
        onConfirm={async () => {
          if (!deleting) return;
          await call(deleteExportSchedule, { params: { id: deleting.id } });
          toast.success({ ns: 'exports', key: 'deleted' });
          await reload();
        }}
      >
        {t('deleteText')}
      </ConfirmDialog>
    </>
  );
}
