import type { LogRow } from '@voltloop/contract/calls/log.ts';
import { actionLabel, objectTypeLabel } from '@voltloop/resources/action-words.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import listStyles from '../../ui/dialog/drawer-list.module.css';
import { NO_VALUE, useFormat } from '../../ui/index.ts';
import type { Column } from '../../ui/table/data-table.tsx';
import styles from './log.module.css';
import { ObjectTitle } from './object-title.tsx';
import { Result } from './result.tsx';

/** The columns of the audit trail. */
export function useLogColumns(language: 'en' | 'zh'): Column<LogRow>[] {
  const { t } = useTranslation('log');
  const format = useFormat();
  return useMemo<Column<LogRow>[]>(
    () => [
      {
        id: 'time',
        header: t('column.time'),
        width: 176,
        sortable: true,
        sortDescFirst: true,
        cell: (row) => <span className={styles.time}>{format.date(row.time, 'dateTimeSeconds')}</span>,
      },
      {
        id: 'user',
        header: t('column.user'),
        minWidth: 110,
        grow: 1,
        value: (row) => row.user ?? t('nobody'),
      },
      {
        id: 'action',
        header: t('column.action'),
        minWidth: 150,
        grow: 2,
        essential: true,
        cell: (row) => (
          <span className={listStyles.main} title={row.action}>
            {actionLabel(row.action, language)}
          </span>
        ),
      },
      {
        id: 'object',
        header: t('column.object'),
        minWidth: 96,
        grow: 1,
        value: (row) => (row.objectType === null ? NO_VALUE : objectTypeLabel(row.objectType, language)),
      },
      {
        id: 'title',
        header: t('column.title'),
        minWidth: 170,
        grow: 2,
        hideBelow: 900,
        cell: (row) => <ObjectTitle row={row} />,
      },
      { id: 'ip', header: t('column.ip'), width: 130, hideBelow: 760, value: (row) => row.ip ?? NO_VALUE },
      {
        id: 'result',
        header: t('column.result'),
        width: 104,
        cell: (row) => <Result result={row.result} />,
      },
      {
        id: 'seq',
        header: t('column.seq'),
        width: 96,
        align: 'end',
        optional: true,
        value: (row) => format.number(row.seq),
      },
    ],
    [t, format, language],
  );
}

/** A row of the audit trail on a phone. */
export function LogCard({ row, language }: { row: LogRow; language: 'en' | 'zh' }) {
  const { t } = useTranslation('log');
  const format = useFormat();
  return (
    <div className={listStyles.card}>
      <span className={listStyles.main}>{actionLabel(row.action, language)}</span>
      <Result result={row.result} />
      <span className={listStyles.sub}>
        {[row.user ?? t('nobody'), row.title].filter(Boolean).join(' · ')}
      </span>
      <span className={listStyles.sub}>{row.ip ?? ''}</span>
      <span className={listStyles.sub}>{format.date(row.time, 'dateTimeSeconds')}</span>
    </div>
  );
}
