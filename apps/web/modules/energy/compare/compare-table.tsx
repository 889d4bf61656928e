import type { Thing } from '@voltloop/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Card, useFormat } from '../../../ui/index.ts';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import type { Dictionary, SeriesRow } from '../../telemetry/index.ts';
import styles from './compare.module.css';
import { type Line, tableOf } from './compare-series.ts';
import { lineLabels } from './line-label.ts';

interface CompareTableProps {
  lines: readonly Line[];
  things: readonly Thing[];
  dictionary: Dictionary;
  zone: string;
  range: { begin_ms: number; end_ms: number };
}

/** The values of a comparison, a row per time; only what was sent. */
export default function CompareTable({ lines, things, dictionary, zone, range }: CompareTableProps) {
  const { t } = useTranslation('compare');
  const { date, number } = useFormat();
  const rows = useMemo(
    () => tableOf(lines).filter((row) => row.key >= range.begin_ms && row.key < range.end_ms),
    [lines, range.begin_ms, range.end_ms],
  );
  const columns = useMemo<Column<SeriesRow>[]>(() => {
    const labels = lineLabels(lines, things, dictionary, (no) => t('pack', { no }));
    return [
      {
        id: 'time',
        header: t('time'),
        width: 190,
        cell: (row) => <span className={styles.time}>{date(row.key, 'dateTimeSeconds', zone)}</span>,
      },
      ...lines.map((line): Column<SeriesRow> => {
        const label = labels.get(line.id) ?? line.id;
        return {
          id: line.id,
          header: line.point.unit ? `${label} (${line.point.unit})` : label,
          align: 'end',
          minWidth: 168,
          cell: (row) => dictionary.valueText(line.point.key, row[line.id] as number | undefined),
        };
      }),
    ];
  }, [lines, things, dictionary, zone, date, t]);
  return (
    <Card title={t('table')} description={t('tableHint', { zone })} padding="flush">
      <DataTable<SeriesRow>
        label={t('table')}
        columns={columns}
        rows={rows}
        keyOf={(row) => String(row.key)}
        rowHeight={34}
        maxHeight="420px"
        footer={<span role="status">{t('rows', { count: rows.length, n: number(rows.length) })}</span>}
      />
    </Card>
  );
}
