import { useQuery } from '@tanstack/react-query';
import { optionLabel } from '@voltloop/domain/options/index.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../ui/chart/chart.tsx';
import { columns } from '../../ui/chart/columns.ts';
import { Card, EmptyState, ErrorState, StatRow, StatTile } from '../../ui/index.ts';
import { AllowedTile } from '../../ui/tile/allowed-tile.tsx';
import { FiguresTable } from './figures-table.tsx';
import { ofReporting } from './queries.ts';
import { useWords } from './use-words.ts';

const verdicts = ['onTime', 'late', 'overdue', 'waiting'] as const;
const colors = { onTime: 2, late: 3, overdue: 5, waiting: 6 } as const;

/** Shows whether records were reported in time. */
export function ReportingTab({ query }: { query: Parameters<typeof ofReporting>[0] }) {
  const { t } = useTranslation('statistics');
  const words = useWords();
  const found = useQuery(ofReporting(query));
  const { data } = found;
  const drawing = useMemo(() => {
    const list = data?.list ?? [];
    const step = list.length > 1 && list.every(({ day }) => day.endsWith('-01')) ? 'month' : 'day';
    return columns({
      category: t('dayName'),
      categories: list.map(({ day }) => ({ key: day, label: words.slot(day, step) })),
      series: verdicts.map((name) => ({
        key: name,
        label: t(`reporting.${name}`),
        stack: 'all',
        color: colors[name],
        values: list.map((each) => each[name]),
      })),
      language: words.language,
    });
  }, [data, words, t]);
  if (found.error && !data) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  const total = data?.total;
  const ended = total ? total.onTime + total.late + total.overdue : 0;
  const deskLink = `/backoffice/reporting?from=${query.from}&to=${query.to}`;
  return (
    <>
      <StatRow>
        <StatTile
          label={t('reporting.punctual')}
          value={words.share(total?.onTime ?? 0, ended)}
          hint={t('reporting.punctualText')}
          loading={!data}
        />
        <AllowedTile
          label={t('reporting.overdue')}
          value={words.number(total?.overdue)}
          tone={total && total.overdue > 0 ? 'danger' : 'neutral'}
          to={`${deskLink}&when=overdue`}
          loading={!data}
        />
        <StatTile label={t('reporting.late')} value={words.number(total?.late)} loading={!data} />
        <AllowedTile
          label={t('reporting.waiting')}
          value={words.number(total?.waiting)}
          to={`${deskLink}&when=open`}
          loading={!data}
        />
      </StatRow>
      <Card title={t('reporting.title')} description={t('reporting.text')}>
        <Chart label={t('reporting.title')} drawing={drawing} loading={!data} />
      </Card>
      <Card title={t('reporting.types')} padding={data?.types.length ? 'flush' : 'normal'}>
        {data?.types.length ? (
          <FiguresTable
            label={t('reporting.types')}
            head={[
              t('reporting.type'),
              ...verdicts.map((name) => t(`reporting.${name}`)),
              t('reporting.punctual'),
            ]}
            rows={data.types.map((each) => ({
              key: String(each.type),
              to: `${deskLink}&type=${each.type}`,
              cells: [
                optionLabel('reportedType', each.type, words.of),
                ...verdicts.map((name) => words.number(each[name])),
                words.share(each.onTime, each.onTime + each.late + each.overdue),
              ],
            }))}
          />
        ) : (
          <EmptyState compact title={t('none')} />
        )}
      </Card>
    </>
  );
}
