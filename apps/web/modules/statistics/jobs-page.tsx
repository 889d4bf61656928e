import { useQuery } from '@tanstack/react-query';
import { type countJobs, exportJobCount } from '@voltloop/contract/calls/insight.ts';
import { rights } from '@voltloop/contract/rights.ts';
import type { QueryInputOf } from '@voltloop/contract/route.ts';
import { chinaDay } from '@voltloop/resources/days.ts';
import { names, type ResourceName } from '@voltloop/resources/names.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { isRefused } from '../../api/errors.ts';
import { useRight } from '../../context/rights.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import { columns } from '../../ui/chart/columns.ts';
import { heatMap } from '../../ui/chart/heat-map.ts';
import { downloadFile } from '../../ui/download/download-file.ts';
import { Card, EmptyState, ErrorState, NoPermission, PageHeader, StatRow, StatTile } from '../../ui/index.ts';
import { Choice } from '../../ui/list/choice.tsx';
import { ExportMenu } from '../../ui/list/export-menu.tsx';
import { FiguresTable } from './figures-table.tsx';
import { PeriodChoice } from './period-choice.tsx';
import { ofJobs } from './queries.ts';
import styles from './statistics.module.css';
import { daysOf, periodFromUrl, withPeriod, withValues } from './statistics-url.ts';
import { useWords } from './use-words.ts';

/** Number of people in the heat map; the table has all. */
const MOST = 15;
const kinds = [
  ...(['receipt', 'movement', 'issue', 'conditionChange', 'scrap', 'opening'] as const),
  ...(['stockTake', 'correction', 'production', 'recyclingRun'] as const),
];
const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Work done by person, by day and kind of document. */
export default function JobsPage() {
  const { t } = useTranslation('statistics');
  const words = useWords();
  const [params, setParams] = useSearchParams();
  const today = chinaDay(new Date());
  const period = periodFromUrl(params);
  const kind = params.get('kind') ?? '';
  const person = params.get('person') ?? '';
  const query: QueryInputOf<typeof countJobs> = {
    ...daysOf(period, today),
    ...(kind && { kind }),
    ...(UUID.test(person) && { accountId: person }),
  };
  const found = useQuery(ofJobs(query));
  const { data } = found;
  const mayExport = useRight(rights.jobCount.export);
  const drawings = useMemo(() => {
    const days = data?.days ?? [];
    const people = (data?.people ?? []).filter(({ documents }) => documents > 0).slice(0, MOST);
    const done = new Map((data?.cells ?? []).map(({ id, day, documents }) => [`${id} ${day}`, documents]));
    const label = (day: string) => day.slice(5);
    return {
      days: columns({
        category: t('dayName'),
        categories: days.map(({ day }) => ({ key: day, label: label(day) })),
        series: [
          { key: 'documents', label: t('job.documents'), values: days.map(({ documents }) => documents) },
          {
            key: 'people',
            label: t('job.people'),
            kind: 'line',
            unit: t('job.persons'),
            color: 3,
            values: days.map((day) => day.people),
          },
        ],
        language: words.language,
      }),
      heat: heatMap({
        names: { column: t('dayName'), row: t('job.person'), value: t('job.documents') },
        columns: days.map(({ day }) => ({ key: day, label: label(day) })),
        rows: people.map(({ id, name }) => ({ key: id, label: name })),
        values: people.map(({ id }) => days.map(({ day }) => done.get(`${id} ${day}`) ?? null)),
        language: words.language,
      }),
    };
  }, [data, t, words]);
  if (isRefused(found.error)) return <NoPermission />;
  const put = (next: URLSearchParams) => setParams(next, { replace: true, preventScrollReset: true });
  const set = (values: Record<string, string>) => put(withValues(params, values));
  const sum = (name: 'documents' | 'lines' | 'scans') =>
    words.number((data?.people ?? []).reduce((all, each) => all + each[name], 0));
  return (
    <div className={styles.page}>
      <PageHeader title={t('job.title')} description={t('job.description')} />
      <div className={styles.bar}>
        <PeriodChoice
          period={period}
          today={today}
          names={['month', 'lastMonth', 'quarter', 'custom']}
          onChange={(next) => put(withPeriod(params, next))}
        />
        <Choice
          label={t('kind')}
          none={t('kind')}
          value={kind}
          data={kinds.map((each) => ({ value: each, label: names[each].one[words.of] }))}
          onChange={(next) => set({ kind: next })}
        />
        <Choice
          label={t('job.person')}
          none={t('job.person')}
          value={person}
          data={(data?.people ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(next) => set({ person: next })}
        />
        {mayExport && (
          <span className={styles.tools}>
            <ExportMenu
              hint={t('exportHint')}
              onExport={(format) =>
                downloadFile(exportJobCount, {
                  query: { ...query, format, language: words.of },
                  fallbackName: `jobs.${format}`,
                })
              }
            />
          </span>
        )}
      </div>
      {found.error && !data ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <>
          <StatRow>
            <StatTile label={t('job.people')} value={words.number(data?.people.length)} loading={!data} />
            <StatTile label={t('job.documents')} value={sum('documents')} loading={!data} />
            <StatTile label={t('job.lines')} value={sum('lines')} loading={!data} />
            <StatTile label={t('job.scans')} value={sum('scans')} loading={!data} />
          </StatRow>
          <Card title={t('job.heat')} description={t('job.heatText')}>
            <Chart
              label={t('job.heat')}
              drawing={drawings.heat}
              height={Math.max(200, 110 + 26 * Math.min(MOST, data?.people.length ?? 4))}
              loading={!data}
              onSelect={(key) => set({ person: key.split('/')[0] ?? '' })}
            />
          </Card>
          <Card title={t('job.perDay')}>
            <Chart label={t('job.perDay')} drawing={drawings.days} height={260} loading={!data} />
          </Card>
          {data && (
            <div className={styles.two}>
              <Card title={t('job.people')} padding={data.people.length ? 'flush' : 'normal'}>
                {data.people.length === 0 ? (
                  <EmptyState compact title={t('none')} />
                ) : (
                  <FiguresTable
                    label={t('job.people')}
                    head={['person', 'days', 'documents', 'lines', 'scans', 'approvals'].map((name) =>
                      t(`job.${name}`),
                    )}
                    rows={data.people.map((each) => ({
                      key: each.id,
                      to: `?${withValues(params, { person: each.id })}`,
                      cells: [
                        each.name,
                        ...[each.days, each.documents, each.lines, each.scans, each.approvals].map((count) =>
                          words.number(count),
                        ),
                      ],
                    }))}
                  />
                )}
              </Card>
              <Card title={t('job.kinds')} padding={data.kinds.length ? 'flush' : 'normal'}>
                {data.kinds.length === 0 ? (
                  <EmptyState compact title={t('none')} />
                ) : (
                  <FiguresTable
                    label={t('job.kinds')}
                    head={[t('kind'), t('job.documents'), t('job.lines'), t('job.scans')]}
                    rows={data.kinds.map((each) => ({
                      key: each.kind,
                      to: `?${withValues(params, { kind: each.kind })}`,
                      cells: [
                        (names as Readonly<Record<string, ResourceName>>)[each.kind]?.one[words.of] ??
                          each.kind,
                        ...[each.documents, each.lines, each.scans].map((count) => words.number(count)),
                      ],
                    }))}
                  />
                )}
              </Card>
              {data.operators.length > 0 && (
                <Card title={t('job.operators')} description={t('job.operatorsText')} padding="flush">
                  <FiguresTable
                    label={t('job.operators')}
                    head={[t('job.person'), t('job.steps'), t('job.hours')]}
                    rows={data.operators.map(({ name, steps, hours }) => ({
                      key: name,
                      cells: [name || t('unknown'), words.number(steps), words.number(hours, 1)],
                    }))}
                  />
                </Card>
              )}
            </div>
          )}
        </>
      )}
    </div>
  );
}
