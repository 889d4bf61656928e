import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Card, EmptyState, useFormat } from '../../ui/index.ts';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import type { Dictionary, Point } from '../telemetry/index.ts';
import type { Pack } from './packs.ts';
import styles from './packs-tab.module.css';

interface PackTableProps {
  packs: readonly Pack[];
  dictionary: Dictionary;
}

interface Row {
  id: string;
  label: string;
  text: (pack: Pack) => string;
}

const spread = (cells: readonly { value: number }[]): number | undefined =>
  cells.length > 1
    ? Math.max(...cells.map((cell) => cell.value)) - Math.min(...cells.map((cell) => cell.value))
    : undefined;

/** Every point of every pack: a row per point, a column per pack. */
export default function PackTable({ packs, dictionary }: PackTableProps) {
  const { t } = useTranslation('packs');
  const { number } = useFormat();
  const rows = useMemo<Row[]>(() => {
    const named = (point: Pick<Point, 'key' | 'unit'>, name: string) =>
      point.unit ? `${name} (${point.unit})` : name;
    const ofPacks = dictionary.points
      .filter((point) => point.part === 'pack' && packs.some((pack) => pack.values[point.key] !== undefined))
      .map((point) => ({
        id: point.key,
        label: named(point, dictionary.shortLabel(point.key)),
        text: (pack: Pack) => dictionary.valueText(point.key, pack.values[point.key]),
      }));
    const ofCells = dictionary.points
      .filter((point) => point.part === 'cell')
      .map((point) => ({
        id: point.key,
        label: named(point, t('spreadOf', { point: dictionary.shortLabel(point.key) })),
        text: (pack: Pack) => number(spread(pack.cells[point.key] ?? []), dictionary.decimals(point.key)),
      }));
    return [...ofPacks, ...ofCells];
  }, [packs, dictionary, number, t]);
  const columns = useMemo<Column<Row>[]>(
    () => [
      {
        id: 'point',
        header: t('point'),
        width: 256,
        cell: (row) => <span className={styles.point}>{row.label}</span>,
      },
      ...packs.map(
        (pack): Column<Row> => ({
          id: String(pack.no),
          header: t('pack', { no: pack.no }),
          align: 'end',
          minWidth: 96,
          cell: (row) => row.text(pack),
        }),
      ),
    ],
    [packs, t],
  );
  return (
    <Card title={t('table')} description={t('tableHint')} padding="flush">
      <DataTable<Row>
        label={t('table')}
        columns={columns}
        rows={rows}
        keyOf={(row) => row.id}
        rowHeight={36}
        empty={<EmptyState compact title={t('none')} />}
      />
    </Card>
  );
}
