import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Report, ReportCount } from '@voltloop/contract/calls/reporting.ts';
import { rights } from '@voltloop/contract/rights.ts';
import { optionLabel } from '@voltloop/domain/options/index.ts';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { isRefused } from '../../api/errors.ts';
import { useRight } from '../../context/rights.ts';
import {
  Card,
  EmptyState,
  NO_VALUE,
  NoPermission,
  PageHeader,
  StatRow,
  StatTile,
  useFormat,
} from '../../ui/index.ts';
import { BulkBar } from '../../ui/list/bulk-bar.tsx';
import { ListBar, ListTools } from '../../ui/list/list-bar.tsx';
import { lookProps, queryProps } from '../../ui/list/table-props.ts';
import { TwoLines } from '../../ui/list/two-lines.tsx';
import { useTableView } from '../../ui/list/use-table-view.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import { Due, StateBadge, useListLanguage } from './badges.tsx';
import { useDeskColumns } from './desk-columns.tsx';
import { DeskFilters } from './desk-filters.tsx';
import { type DeskView, isFiltered, SIZES, viewFromUrl, viewToUrl } from './desk-url.ts';
import { deskCounts, deskPage } from './queries.ts';
import styles from './reporting.module.css';
import { useSubmit } from './use-submit.tsx';

const CorrectDialog = lazy(async () => ({ default: (await import('./correct-dialog.tsx')).CorrectDialog }));
const RefusedDialog = lazy(async () => ({ default: (await import('./refused-dialog.tsx')).RefusedDialog }));
const UploadDialog = lazy(() => import('./upload-dialog.tsx'));

const NO_ROWS: readonly Report[] = [];
const NONE: ReadonlySet<string> = new Set();

/** Records of all ten types that must be reported: due, overdue, failed or not started, and their submission. */
export default function DeskPage() {
  const { t } = useTranslation('reporting');
  const { number } = useFormat();
  const [params, setParams] = useSearchParams();
  const query = params.toString();
  const view = useMemo(() => viewFromUrl(new URLSearchParams(query)), [query]);
  const show = (next: Partial<DeskView>) =>
    setParams(viewToUrl({ ...view, ...('page' in next ? {} : { page: 1 }), ...next }), {
      replace: true,
      preventScrollReset: true,
    });
  const counts = useQuery(deskCounts);
  const found = useQuery(deskPage(view));
  const maySubmit = useRight(rights.reporting.submit);
  const mayCorrect = useRight(rights.reporting.correct);
  const columns = useDeskColumns(counts.data?.day);
  const table = useTableView<Report>('reporting', columns);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(NONE);
  const [correcting, setCorrecting] = useState(false);
  const [uploading, setUploading] = useState(false);
  const { submit, busy, submitted, refused, forget } = useSubmit();
  if (isRefused(found.error)) return <NoPermission />;
  const rows = found.data?.list ?? NO_ROWS;
  const total = found.data?.total ?? 0;
  // Only visible rows are selected: another page or filter clears the selection.
  const marked = rows.filter(({ id }) => chosen.has(id));
  const open = marked.filter(({ state, voided }) => !voided && (state === 1 || state === 4));
  const [first] = open;
  const oneType = first !== undefined && open.every(({ type }) => type === first.type);
  const sum = (of: (count: ReportCount) => number) =>
    counts.data ? number(counts.data.types.reduce((all, each) => all + of(each), 0)) : NO_VALUE;
  const tile = (
    when: 'overdue' | 'today' | 'soon' | 'failed' | 'notStarted',
    tone: 'danger' | 'warning' | 'info',
  ) => (
    <StatTile
      label={t(`when.${when}`)}
      value={sum((count) => count[when])}
      tone={counts.data?.types.some((count) => count[when] > 0) ? tone : 'neutral'}
      to={`?when=${when}`}
      loading={counts.isPending}
    />
  );
  return (
    <div className={styles.page}>
      <PageHeader
        title={t('title')}
        description={t('description')}
        tools={
          maySubmit && (
            <Button variant="default" size="sm" onClick={() => setUploading(true)}>
              {t('upload.button')}
            </Button>
          )
        }
      />
      <StatRow>
        {tile('overdue', 'danger')}
        {tile('today', 'warning')}
        {tile('soon', 'info')}
        {tile('failed', 'danger')}
        {tile('notStarted', 'info')}
      </StatRow>
      <Card padding="flush">
        <ListBar
          search={{ label: t('search'), value: view.search, onChange: (search) => show({ search }) }}
          tools={<ListTools screen="reporting" columns={columns} table={table} />}
        >
          <DeskFilters view={view} show={show} />
        </ListBar>
        <DataTable<Report>
          label={t('title')}
          columns={columns}
          {...lookProps(table)}
          rows={rows}
          keyOf={({ id }) => id}
          hrefOf={({ id }) => `/backoffice/reporting/${id}`}
          {...(maySubmit || mayCorrect ? { selected: chosen, onSelectedChange: setChosen } : {})}
          {...queryProps(found)}
          rowHeight={52}
          card={(report) => <ReportCard report={report} today={counts.data?.day} />}
          cardHeight={124}
          empty={
            <EmptyState
              icon={<IconSend size={22} stroke={1.6} />}
              title={t(isFiltered(view) ? 'noMatch' : 'none')}
              text={t(isFiltered(view) ? 'noMatchText' : 'noneText')}
            />
          }
          footer={
            total > SIZES[0] && (
              <Pager total={total} page={view.page} size={view.size} sizes={SIZES} onChange={show} />
            )
          }
        />
      </Card>
      <BulkBar count={marked.length} total={marked.length} onClear={() => setChosen(NONE)}>
        {mayCorrect && (
          <Button size="xs" variant="default" disabled={!oneType} onClick={() => setCorrecting(true)}>
            {t('correct.button')}
          </Button>
        )}
        {maySubmit && (
          <Button
            size="xs"
            loading={busy}
            disabled={open.length === 0}
            onClick={() =>
              submit(
                open.map(({ id }) => id),
                { onSettled: () => setChosen(NONE) },
              )
            }
          >
            {t('submit.button', { count: open.length })}
          </Button>
        )}
      </BulkBar>
      <Suspense fallback={null}>
        {correcting && first && (
          <CorrectDialog
            type={first.type}
            ids={open.map(({ id }) => id)}
            onClose={() => setCorrecting(false)}
          />
        )}
        {uploading && <UploadDialog onClose={() => setUploading(false)} />}
        {refused.length > 0 && (
          <RefusedDialog submitted={submitted} refused={refused} reports={rows} onClose={forget} />
        )}
      </Suspense>
    </div>
  );
}

function ReportCard({ report, today }: { report: Report; today: string | undefined }) {
  const of = useListLanguage();
  return (
    <div className={styles.card}>
      <TwoLines
        wrap
        main={<span className={styles.code}>{report.code}</span>}
        sub={[optionLabel('reportedType', report.type, of), report.document.no, report.site]
          .filter(Boolean)
          .join(' · ')}
      />
      <StateBadge report={report} />
      <Due report={report} today={today} />
    </div>
  );
}
