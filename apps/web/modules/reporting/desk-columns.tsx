import type { Report } from '@voltloop/contract/calls/reporting.ts';
import { optionLabel } from '@voltloop/domain/options/index.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { NO_VALUE, useFormat } from '../../ui/index.ts';
import { TwoLines } from '../../ui/list/two-lines.tsx';
import type { Column } from '../../ui/table/data-table.tsx';
import { Due, StateBadge, useListLanguage } from './badges.tsx';
import styles from './reporting.module.css';
import { useRefusalWords } from './words.ts';

/** Columns of the desk. */
export function useDeskColumns(today: string | undefined): Column<Report>[] {
  const { t } = useTranslation('reporting');
  const of = useListLanguage();
  const { number, date } = useFormat();
  const refusal = useRefusalWords();
  const columns = useMemo<Column<Report>[]>(
    () => [
      {
        id: 'due',
        header: t('column.due'),
        width: 124,
        essential: true,
        cell: (report) => <Due report={report} today={today} />,
      },
      {
        id: 'record',
        header: t('column.record'),
        minWidth: 220,
        grow: 2,
        essential: true,
        cell: ({ code, document }) => (
          <TwoLines main={<span className={styles.code}>{code ?? NO_VALUE}</span>} sub={document.no} />
        ),
      },
      {
        id: 'type',
        header: t('column.type'),
        minWidth: 150,
        cell: ({ type }) => optionLabel('reportedType', type, of),
      },
      {
        id: 'state',
        header: t('column.state'),
        width: 144,
        cell: (report) => <StateBadge report={report} />,
      },
      {
        id: 'site',
        header: t('column.site'),
        minWidth: 150,
        hideBelow: 900,
        cell: ({ site, enterprise }) => <TwoLines main={site ?? NO_VALUE} sub={enterprise} />,
      },
      { id: 'day', header: t('column.day'), width: 108, hideBelow: 1000, value: ({ day }) => day },
      {
        id: 'kg',
        header: t('column.kg'),
        width: 110,
        align: 'end',
        hideBelow: 1200,
        cell: ({ kg }) => (kg === null ? NO_VALUE : number(Number(kg), 1)),
      },
      {
        id: 'attempts',
        header: t('column.attempts'),
        width: 80,
        align: 'end',
        hideBelow: 1100,
        cell: ({ attempts }) => number(attempts),
      },
      {
        id: 'reported',
        header: t('column.reported'),
        width: 150,
        optional: true,
        cell: ({ reportedAt, platformId }) =>
          reportedAt === null ? NO_VALUE : <TwoLines main={date(reportedAt, 'dateTime')} sub={platformId} />,
      },
    ],
    [t, of, number, date, today],
  );
  return [
    ...columns,
    {
      id: 'error',
      header: t('column.error'),
      minWidth: 160,
      grow: 2,
      hideBelow: 1150,
      cell: ({ type, lastError, state }) => (lastError && state !== 3 ? refusal(type, lastError) : NO_VALUE),
    },
  ];
}
