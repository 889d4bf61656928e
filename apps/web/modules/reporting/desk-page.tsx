import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Report, ReportCount } from '@voltloop/contract/calls/reporting.ts';
import { reportsList } from '@voltloop/contract/lists/reports.list.ts';
import { rights } from '@voltloop/contract/rights.ts';
import { optionLabel } from '@voltloop/domain/options/index.ts';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRight } from '../../context/rights.ts';
import { EmptyState, NO_VALUE, PageHeader, StatRow, StatTile, useFormat } from '../../ui/index.ts';
import { DeclaredList } from '../../ui/list/declared-list.tsx';
import { TwoLines } from '../../ui/list/two-lines.tsx';
import { useListPlace } from '../../ui/list/use-list-place.ts';
import { useListSelection } from '../../ui/list/use-list-selection.ts';
import { Due, StateBadge, useListLanguage } from './badges.tsx';
import { deskCounts, deskPage } from './queries.ts';
import styles from './reporting.module.css';
import { useSubmit } from './use-submit.tsx';
import { useRefusalWords } from './words.ts';

const CorrectDialog = lazy(async () => ({ default: (await import('./correct-dialog.tsx')).CorrectDialog }));
const RefusedDialog = lazy(async () => ({ default: (await import('./refused-dialog.tsx')).RefusedDialog }));
const UploadDialog = lazy(() => import('./upload-dialog.tsx'));

const NO_ROWS: readonly Report[] = [];
const idOf = ({ id }: Report) => id;

/** Records of all ten types that must be reported: due, overdue, failed or not started, and their submission. */
export default function DeskPage() {
  const { t } = useTranslation('reporting');
  const { number, date } = useFormat();
  const of = useListLanguage();
  const refusal = useRefusalWords();
  const place = useListPlace(reportsList);
  const counts = useQuery(deskCounts);
  const found = useQuery(deskPage(place));
  const maySubmit = useRight(rights.reporting.submit);
  const mayCorrect = useRight(rights.reporting.correct);
  const rows = found.data?.list ?? NO_ROWS;
  const selection = useListSelection(place, idOf, rows);
  const [correcting, setCorrecting] = useState(false);
  const [uploading, setUploading] = useState(false);
  const { submit, busy, submitted, refused, forget } = useSubmit();
  const today = counts.data?.day;
  const open = selection.rows.filter(({ state, voided }) => !voided && (state === 1 || state === 4));
  const [first] = open;
  const oneType = first !== undefined && open.every(({ type }) => type === first.type);
  const named = (all: readonly { id: string; name: string }[] | undefined) =>
    all?.map(({ id, name }) => ({ value: id, label: name }));
  const sum = (of: (count: ReportCount) => number) =>
    counts.data ? number(counts.data.types.reduce((all, each) => all + of(each), 0)) : NO_VALUE;
  const tile = (
    when: 'overdue' | 'today' | 'soon' | 'failed' | 'notStarted',
    tone: 'danger' | 'warning' | 'info',
  ) => (
    <StatTile
      label={reportsList.filters.when.values[when][of]}
      value={sum((count) => count[when])}
      tone={counts.data?.types.some((count) => count[when] > 0) ? tone : 'neutral'}
      to={`?when=${when}`}
      loading={counts.isPending}
    />
  );
  return (
    <div className={styles.page}>
      <DeclaredList
        list={reportsList}
        place={place}
        label={t('title')}
        found={found}
        keyOf={idOf}
        header={
          <>
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
          </>
        }
        options={{ site: named(counts.data?.sites), enterprise: named(counts.data?.enterprises) }}
        cells={{
          due: (report) => <Due report={report} today={today} />,
          record: ({ code, document }) => (
            <TwoLines main={<span className={styles.code}>{code ?? NO_VALUE}</span>} sub={document.no} />
          ),
          state: (report) => <StateBadge report={report} />,
          site: ({ site, enterprise }) => <TwoLines main={site ?? NO_VALUE} sub={enterprise} />,
          reported: ({ reportedAt, platformId }) =>
            reportedAt === null ? (
              NO_VALUE
            ) : (
              <TwoLines main={date(reportedAt, 'dateTime')} sub={platformId} />
            ),
          error: ({ type, lastError, state }) =>
            lastError && state !== 3 ? refusal(type, lastError) : NO_VALUE,
        }}
        hrefOf={({ id }) => `/backoffice/reporting/${id}`}
        rowHeight={52}
        card={(report) => <ReportCard report={report} today={today} />}
        cardHeight={124}
        empty={
          <EmptyState icon={<IconSend size={22} stroke={1.6} />} title={t('none')} text={t('noneText')} />
        }
        {...((maySubmit || mayCorrect) && { selection })}
        bulk={
          <>
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
                onClick={() => submit(open.map(idOf), { onSettled: selection.clear })}
              >
                {t('submit.button', { count: open.length })}
              </Button>
            )}
          </>
        }
      />
      <Suspense fallback={null}>
        {correcting && first && (
          <CorrectDialog type={first.type} ids={open.map(idOf)} onClose={() => setCorrecting(false)} />
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
