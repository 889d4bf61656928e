import { useQuery } from '@tanstack/react-query';
import { exportStatistics, stockGroups } from '@voltloop/contract/calls/statistics.ts';
import { rights } from '@voltloop/contract/rights.ts';
import { optionLists } from '@voltloop/domain/options/index.ts';
import { provinceName } from '@voltloop/domain/regions/provinces.ts';
import { chinaDay } from '@voltloop/resources/days.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { isRefused } from '../../api/errors.ts';
import { languageOf } from '../../context/language-of.ts';
import { useRight } from '../../context/rights.ts';
import { downloadFile } from '../../ui/download/download-file.ts';
import { DayInput } from '../../ui/form/day-input.tsx';
import { NoPermission, PageHeader, useFormat } from '../../ui/index.ts';
import { Choice } from '../../ui/list/choice.tsx';
import { ExportMenu } from '../../ui/list/export-menu.tsx';
import { SavedViews } from '../../ui/list/saved-views.tsx';
import { usePageTabs } from '../../ui/page/page-tabs.tsx';
import { FlowsTab } from './flows-tab.tsx';
import { PeriodChoice } from './period-choice.tsx';
import { scopes } from './queries.ts';
import { ReportingTab } from './reporting-tab.tsx';
import { SalesTab } from './sales-tab.tsx';
import styles from './statistics.module.css';
import { daysOf, monthsUntil, viewFromUrl, withPeriod, withValues } from './statistics-url.ts';
import { StockTab } from './stock-tab.tsx';
import { WorksTab } from './works-tab.tsx';

/** Number of months of entry to choose from. */
const MONTHS = 36;
const tabs = ['stock', 'flows', 'works', 'sales', 'reporting'] as const;

/** Stock and its age, received and issued goods, production, losses, sales, and reports in time. */
export default function StatisticsPage() {
  const { t } = useTranslation('statistics');
  const { language } = useFormat();
  const of = languageOf(language);
  const [params, setParams] = useSearchParams();
  const query = params.toString();
  const view = useMemo(() => viewFromUrl(new URLSearchParams(query)), [query]);
  const found = useQuery(scopes);
  const mayExport = useRight(rights.statistics.export);
  const { tab, strip, panelProps } = usePageTabs(
    tabs.map((id) => ({ id, title: t(`tab.${id}`) })),
    t('title'),
  );
  if (isRefused(found.error)) return <NoPermission />;
  const today = found.data?.today ?? chinaDay(new Date());
  const days = daysOf(view, today);
  const put = (next: URLSearchParams) => setParams(next, { replace: true, preventScrollReset: true });
  const set = (values: Record<string, string>) => put(withValues(params, values));
  const named = (list: readonly { id: string; name: string }[] = []) =>
    list.map(({ id, name }) => ({ value: id, label: name }));
  const recent = monthsUntil(view.day || today, MONTHS);
  const months = view.came && !recent.includes(view.came) ? [...recent, view.came] : recent;
  const filter = { ...view.scope, ...days };
  return (
    <div className={styles.page}>
      <PageHeader title={t('title')} description={t('description')} />
      {strip}
      <div className={styles.bar}>
        {tab === 'stock' ? (
          <>
            <Choice
              label={t('by.label')}
              value={view.by}
              data={stockGroups.map((by) => ({ value: by, label: t(`by.${by}`) }))}
              onChange={(by) => set({ by: by === 'store' ? '' : by })}
            />
            <DayInput
              size="xs"
              w={128}
              aria-label={t('day')}
              value={view.day || today}
              max={today}
              onChange={(day) => set({ day: day === today ? '' : day })}
            />
            <Choice
              label={t('came')}
              none={t('allMonths')}
              value={view.came}
              data={months.map((month) => ({ value: month, label: t('cameIn', { month }) }))}
              onChange={(came) => set({ came })}
            />
          </>
        ) : (
          <PeriodChoice period={view} today={today} onChange={(period) => put(withPeriod(params, period))} />
        )}
        <Choice
          label={t('scope.store')}
          none={t('scope.store')}
          value={view.scope.storeId ?? ''}
          data={named(found.data?.stores)}
          onChange={(storeId) => set({ storeId })}
        />
        <Choice
          label={t('scope.site')}
          none={t('scope.site')}
          value={view.scope.siteId ?? ''}
          data={named(found.data?.sites)}
          onChange={(siteId) => set({ siteId })}
        />
        <Choice
          label={t('scope.enterprise')}
          none={t('scope.enterprise')}
          value={view.scope.enterpriseId ?? ''}
          data={named(found.data?.enterprises)}
          onChange={(enterpriseId) => set({ enterpriseId })}
        />
        <Choice
          label={t('scope.region')}
          none={t('scope.region')}
          value={view.scope.region ?? ''}
          data={(found.data?.regions ?? []).map((code) => ({
            value: code,
            label: provinceName(code, of) ?? code,
          }))}
          onChange={(region) => set({ region })}
        />
        <Choice
          label={t('scope.chemistry')}
          none={t('scope.chemistry')}
          value={view.scope.chemistry ?? ''}
          data={optionLists.chemistry.options.map((option) => ({
            value: String(option.value),
            label: option[of],
          }))}
          onChange={(chemistry) => set({ chemistry })}
        />
        <span className={styles.tools}>
          <SavedViews screen="statistics" table={undefined} onOpen={() => {}} />
          {mayExport && (
            <ExportMenu
              hint={t('exportHint')}
              onExport={(format) =>
                downloadFile(exportStatistics, {
                  query: {
                    ...filter,
                    ...(tab === 'stock' && { from: view.day || today, to: view.day || today }),
                    ...(tab === 'stock' && view.came && { came: view.came }),
                    table: tab,
                    by: view.by,
                    format,
                    language: of,
                  },
                  fallbackName: `statistics.${format}`,
                })
              }
            />
          )}
        </span>
      </div>
      <div {...panelProps}>
        <div className={styles.panel}>
          {tab === 'stock' && (
            <StockTab
              query={{
                ...view.scope,
                by: view.by,
                ...(view.day && { day: view.day }),
                ...(view.came && { came: view.came }),
              }}
              onChoose={set}
            />
          )}
          {tab === 'flows' && <FlowsTab query={filter} />}
          {tab === 'works' && <WorksTab query={filter} />}
          {tab === 'sales' && <SalesTab query={filter} />}
          {tab === 'reporting' && <ReportingTab query={filter} />}
        </div>
      </div>
    </div>
  );
}
