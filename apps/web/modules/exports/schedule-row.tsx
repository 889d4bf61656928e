import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  IconDots,
  IconDownload,
  IconFiles,
  IconPencil,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ExportSchedule, runExportSchedule } from '@voltloop/contract/calls/exports.ts';
import { clockText } from '@voltloop/domain/clock/clock-time.ts';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { fileSize } from '../../ui/download/file-size.ts';
import { StatusBadge, useFormat } from '../../ui/index.ts';
import { useMutation } from '../../ui/query/use-mutation.ts';
import { toast } from '../../ui/toast/toast.ts';
import styles from './exports.module.css';
import { useRunDownload } from './use-run-download.ts';
import { stateOf, tones, usePeriodWords, useSummary } from './words.ts';

interface Props {
  schedule: ExportSchedule;
  onEdit: () => void;
  onFiles: () => void;
  onDelete: () => void;
}

/** A scheduled export: content and schedule, the result of its newest run, and actions. */
export function ScheduleRow({ schedule, onEdit, onFiles, onDelete }: Props) {
  const { t } = useTranslation('exports');
  const { date, number } = useFormat();
  const summary = useSummary();
  const period = usePeriodWords();
  const download = useRunDownload();
  const client = useQueryClient();
  const run = useMutation({
    mutationFn: () => call(runExportSchedule, { params: { id: schedule.id } }),
    onSuccess: (made) => toast.info({ ns: 'exports', key: 'started', values: { period: period(made) } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['exports'] }),
  });
  const { name, time_zone, every, hour, next_at, stopped, last } = schedule;
  const state = stopped ? 'stopped' : last && stateOf(last);
  const time = (ms: number) => date(ms, 'dateTime', time_zone);
  return (
    <li className={styles.row}>
      <div className={styles.text}>
        <h3 className={styles.title}>
          {name}
          {state && <StatusBadge tone={tones[state]}>{t(`state.${state}`)}</StatusBadge>}
        </h3>
        <p className={styles.note}>{summary(schedule)}</p>
        <p className={styles.note}>
          {t('when', {
            every: t(`every.${every}`),
            time: clockText(hour * 60),
            zone: time_zone,
          })}
        </p>
        <p className={styles.note}>
          {[
            last ? t('lastRun', { period: period(last) }) : t('neverRan'),
            last?.file &&
              t('fileFacts', { rows: number(last.file.rows), size: fileSize(last.file.size_bytes, number) }),
            next_at !== null && t('next', { time: time(next_at) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {stopped ? (
          <p className={styles.wrong} role="status">
            {t('stopped', { time: time(stopped.at), reason: t(`error.${stopped.reason}`) })}
          </p>
        ) : (
          last?.error && (
            <p className={styles.wrong} role="status">
              {t(`error.${last.error}`)} {last.next_at !== null && t('retryAt', { time: time(last.next_at) })}
            </p>
          )
        )}
        {last && last.left_out > 0 && (
          <p className={styles.wrong}>{t('leftOut', { count: last.left_out })}</p>
        )}
      </div>
      <div className={styles.actions}>
        {last?.file && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload size={15} stroke={1.8} />}
            loading={download.busy}
            aria-label={t('downloadOf', { period: period(last) })}
            onClick={() => void download.start(last)}
          >
            {t('download')}
          </Button>
        )}
        <Button
          variant="default"
          size="xs"
          leftSection={<IconFiles size={15} stroke={1.8} />}
          aria-label={t('filesOf', { name })}
          onClick={onFiles}
        >
          {t('files')}
        </Button>
        <Menu position="bottom-end" shadow="md">
          <Menu.Target>
            <ActionIcon variant="default" size={30} aria-label={t('more', { name })}>
              <IconDots size={16} stroke={1.8} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<IconPlayerPlay size={15} />}
              disabled={stopped !== null || run.isPending || last?.running === true}
              onClick={() => run.mutate()}
            >
              {t('runNow')}
            </Menu.Item>
            <Menu.Item leftSection={<IconPencil size={15} />} onClick={onEdit}>
              {t('edit')}
            </Menu.Item>
            <Menu.Item color="var(--vl-danger-ink)" leftSection={<IconTrash size={15} />} onClick={onDelete}>
              {t('delete')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
    </li>
  );
}
