import { useQuery } from '@tanstack/react-query';
import { type countEnterprises, exportEnterpriseCount } from '@voltloop/contract/calls/insight.ts';
import { rights } from '@voltloop/contract/rights.ts';
import type { QueryInputOf } from '@voltloop/contract/route.ts';
import { optionLabel, optionLists } from '@voltloop/domain/options/index.ts';
import { provinceName, provinces } from '@voltloop/domain/regions/provinces.ts';
import { chinaDay } from '@voltloop/resources/days.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { isRefused } from '../../api/errors.ts';
import { useRight } from '../../context/rights.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import { columns } from '../../ui/chart/columns.ts';
import { downloadFile } from '../../ui/download/download-file.ts';
import {
  Card,
  EmptyState,
  ErrorState,
  NoPermission,
  PageHeader,
  StatRow,
  StatTile,
  StatusBadge,
} from '../../ui/index.ts';
import { Choice } from '../../ui/list/choice.tsx';
import { ExportMenu } from '../../ui/list/export-menu.tsx';
import { SearchField } from '../../ui/list/search-field.tsx';
import { NO_VALUE } from '../../ui/text/format.ts';
import { FiguresTable } from './figures-table.tsx';
import { PeriodChoice } from './period-choice.tsx';
import { ofEnterprises } from './queries.ts';
import styles from './statistics.module.css';
import { daysOf, periodFromUrl, withPeriod, withValues } from './statistics-url.ts';
import { useWords } from './use-words.ts';

type Query = QueryInputOf<typeof countEnterprises>;
const states = ['valid', 'expiring', 'expired', 'none'] as const;
const tones = { valid: 'ok', expiring: 'warning', expired: 'danger', none: 'neutral' } as const;

/** Business partners: kinds, provinces, permits, and mass received and issued. */
export default function EnterprisesPage() {
  const { t } = useTranslation('statistics');
  const words = useWords();
  const [params, setParams] = useSearchParams();
  const today = chinaDay(new Date());
  const period = periodFromUrl(params);
  const [kind, region, permits, search] = ['kind', 'region', 'permits', 'search'].map(
    (name) => params.get(name) ?? '',
  );
  const query: Query = {
    ...daysOf(period, today),
    ...(/^\d{1,2}$/.test(kind ?? '') && { kind: Number(kind) }),
    ...(/^\d{2}$/.test(region ?? '') && { region }),
    ...(states.some((each) => each === permits) && { permits: permits as Query['permits'] }),
    ...(search && { search }),
  };
  const found = useQuery(ofEnterprises(query));
  const { data } = found;
  const mayExport = useRight(rights.enterpriseCount.export);
  const drawings = useMemo(() => {
    const of = (
      category: string,
      list: readonly { key: string; count: number }[],
      name: (key: string) => string,
    ) =>
      columns({
        category,
        categories: list.map(({ key }) => ({ key, label: name(key) })),
        series: [{ key: 'count', label: t('enterprise.count'), values: list.map(({ count }) => count) }],
        horizontal: true,
        language: words.language,
      });
    return {
      kinds: of(t('enterprise.kind'), data?.kinds ?? [], (key) =>
        optionLabel('enterpriseKind', Number(key), words.of),
      ),
      regions: of(t('by.region'), data?.regions ?? [], (key) => provinceName(key, words.of) ?? t('unknown')),
    };
  }, [data, t, words]);
  if (isRefused(found.error)) return <NoPermission />;
  const put = (next: URLSearchParams) => setParams(next, { replace: true, preventScrollReset: true });
  const set = (values: Record<string, string>) => put(withValues(params, values));
  return (
    <div className={styles.page}>
      <PageHeader title={t('enterprise.title')} description={t('enterprise.description')} />
      <div className={styles.bar}>
        <SearchField
          label={t('enterprise.search')}
          value={search ?? ''}
          onChange={(text) => set({ search: text })}
        />
        <Choice
          label={t('enterprise.kind')}
          none={t('enterprise.kind')}
          value={kind ?? ''}
          data={optionLists.enterpriseKind.options.map((option) => ({
            value: String(option.value),
            label: option[words.of],
          }))}
          onChange={(next) => set({ kind: next })}
        />
        <Choice
          label={t('by.region')}
          none={t('by.region')}
          value={region ?? ''}
          data={provinces.map((each) => ({ value: each.code, label: each[words.of] }))}
          onChange={(next) => set({ region: next })}
        />
        <Choice
          label={t('enterprise.permits')}
          none={t('enterprise.permits')}
          value={permits ?? ''}
          data={states.map((state) => ({ value: state, label: t(`permits.${state}`) }))}
          onChange={(next) => set({ permits: next })}
        />
        <PeriodChoice period={period} today={today} onChange={(next) => put(withPeriod(params, next))} />
        {mayExport && (
          <span className={styles.tools}>
            <ExportMenu
              hint={t('exportHint')}
              onExport={(format) =>
                downloadFile(exportEnterpriseCount, {
                  query: { ...query, format, language: words.of },
                  fallbackName: `enterprises.${format}`,
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
            <StatTile label={t('enterprise.count')} value={words.number(data?.total)} loading={!data} />
            {(['expired', 'expiring', 'valid', 'none'] as const).map((state) => (
              <StatTile
                key={state}
                label={t(`permits.${state}`)}
                value={words.number(data?.permits[state])}
                tone={data && data.permits[state] > 0 && state !== 'none' ? tones[state] : 'neutral'}
                to={`?${withValues(params, { permits: state })}`}
                loading={!data}
              />
            ))}
          </StatRow>
          <div className={styles.two}>
            <Card title={t('enterprise.kinds')}>
              <Chart
                label={t('enterprise.kinds')}
                drawing={drawings.kinds}
                height={240}
                loading={!data}
                onSelect={(key) => set({ kind: key })}
              />
            </Card>
            <Card title={t('enterprise.regions')}>
              <Chart
                label={t('enterprise.regions')}
                drawing={drawings.regions}
                height={240}
                loading={!data}
                onSelect={(key) => set({ region: key })}
              />
            </Card>
          </div>
          {data && (
            <Card
              title={t('enterprise.list')}
              description={t('enterprise.listText')}
              padding={data.list.length ? 'flush' : 'normal'}
            >
              {data.list.length === 0 ? (
                <EmptyState compact title={t('enterprise.noMatch')} />
              ) : (
                <FiguresTable
                  label={t('enterprise.list')}
                  words={4}
                  head={[
                    t('by.enterprise'),
                    t('enterprise.kind'),
                    t('by.region'),
                    t('enterprise.permits'),
                    t('enterprise.nextEnd'),
                    t('enterprise.inKg'),
                    t('enterprise.outKg'),
                  ]}
                  rows={data.list.map((each) => ({
                    key: each.id,
                    to: `/backoffice/enterprise/${each.id}`,
                    cells: [
                      each.name,
                      optionLabel('enterpriseKind', each.kind, words.of),
                      provinceName(each.region?.slice(0, 2) ?? '', words.of) ?? NO_VALUE,
                      <Permits key="permits" permits={each.permits} />,
                      each.nextEnd ?? NO_VALUE,
                      words.kg(each.inKg),
                      words.kg(each.outKg),
                    ],
                  }))}
                />
              )}
            </Card>
          )}
        </>
      )}
    </div>
  );
}

function Permits({ permits }: { permits: { valid: number; expiring: number; expired: number } }) {
  const { t } = useTranslation('statistics');
  const shown = (['expired', 'expiring', 'valid'] as const).filter((state) => permits[state] > 0);
  if (shown.length === 0) return NO_VALUE;
  return (
    <span className={styles.badges}>
      {shown.map((state) => (
        <StatusBadge key={state} tone={tones[state]} variant="plain">
          {t(`permits.${state}`)} {permits[state]}
        </StatusBadge>
      ))}
    </span>
  );
}
