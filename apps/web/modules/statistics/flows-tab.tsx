import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../ui/chart/chart.tsx';
import { columns } from '../../ui/chart/columns.ts';
import { Card, ErrorState, StatRow, StatTile } from '../../ui/index.ts';
import { FiguresTable } from './figures-table.tsx';
import { ofFlows } from './queries.ts';
import styles from './statistics.module.css';
import { documentsLink } from './statistics-url.ts';
import { useWords } from './use-words.ts';

/** Received and issued goods, compared with the previous period. */
export function FlowsTab({ query }: { query: Parameters<typeof ofFlows>[0] }) {
  const { t } = useTranslation('statistics');
  const words = useWords();
  const found = useQuery(ofFlows(query));
  const { data } = found;
  const drawing = useMemo(
    () =>
      columns({
        category: t('dayName'),
        categories: (data?.list ?? []).map(({ day }) => ({
          key: day,
          label: words.slot(day, data?.step ?? 'day'),
        })),
        series: [
          {
            key: 'in',
            label: t('flows.in'),
            unit: 't',
            decimals: 2,
            color: 2,
            values: (data?.list ?? []).map(({ inKg }) => words.tonnes(inKg)),
          },
          {
            key: 'out',
            label: t('flows.out'),
            unit: 't',
            decimals: 2,
            color: 1,
            values: (data?.list ?? []).map(({ outKg }) => words.tonnes(outKg)),
          },
          {
            key: 'stock',
            label: t('flows.stock'),
            unit: 't',
            decimals: 2,
            color: 3,
            kind: 'line',
            values: (data?.list ?? []).map(({ stockKg }) => words.tonnes(stockKg)),
          },
        ],
        language: words.language,
      }),
    [data, words, t],
  );
  if (found.error && !data) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  const { total, before } = data ?? {};
  const tile = (name: 'in' | 'out') => (
    <StatTile
      label={t(`flows.${name}`)}
      value={words.mass(total?.[`${name}Kg`] ?? 0)}
      unit="t"
      hint={total && before && words.change(Number(total[`${name}Kg`]), Number(before[`${name}Kg`]))}
      loading={!data}
    />
  );
  const pieces = (name: 'in' | 'out') => (
    <StatTile
      label={t(`flows.${name}Pieces`)}
      value={words.number(total?.[`${name}Pieces`])}
      hint={total && before && words.change(total[`${name}Pieces`], before[`${name}Pieces`])}
      loading={!data}
    />
  );
  return (
    <>
      <StatRow>
        {tile('in')}
        {tile('out')}
        {pieces('in')}
        {pieces('out')}
      </StatRow>
      {before && <p className={styles.hint}>{t('comparedWith', { from: before.from, to: before.to })}</p>}
      <Card title={t('flows.title')} description={t('flows.text')}>
        <Chart label={t('flows.title')} drawing={drawing} loading={!data} />
      </Card>
      {data && data.kinds.length > 0 && (
        <Card title={t('flows.kinds')} description={t('flows.kindsText')} padding="flush">
          <FiguresTable
            label={t('flows.kinds')}
            head={[t('kind'), t('flows.inPieces'), t('flows.inKg'), t('flows.outPieces'), t('flows.outKg')]}
            rows={data.kinds.map(({ kind, preset, words: { [words.of]: name }, ...each }) => ({
              key: `${kind} ${preset}`,
              to: documentsLink(kind, { ...query, preset }),
              cells: [
                name,
                words.number(each.inPieces),
                words.kg(each.inKg),
                words.number(each.outPieces),
                words.kg(each.outKg),
              ],
            }))}
          />
        </Card>
      )}
    </>
  );
}
