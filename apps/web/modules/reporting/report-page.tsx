import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReportDetail } from '@voltloop/contract/calls/reporting.ts';
import { rights } from '@voltloop/contract/rights.ts';
import { optionLabel } from '@voltloop/domain/options/index.ts';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { ApiError, isRefused } from '../../api/errors.ts';
import { useRight } from '../../context/rights.ts';
import { useTabTitle } from '../../context/tab-context.ts';
import { AllowedLink } from '../../ui/allowed-link.tsx';
import {
  Card,
  EmptyState,
  ErrorState,
  NO_VALUE,
  NoPermission,
  PageHeader,
  SkeletonPage,
  useFormat,
} from '../../ui/index.ts';
import { BackLink } from '../../ui/page/back-link.tsx';
import { rowPath } from '../resources/index.ts';
import { AttemptsCard } from './attempts-card.tsx';
import { Due, StateBadge, useListLanguage } from './badges.tsx';
import { PayloadCard } from './payload-card.tsx';
import { ProblemList } from './problem-list.tsx';
import { oneReport } from './queries.ts';
import { RefusedDialog } from './refused-dialog.tsx';
import styles from './reporting.module.css';
import { useSubmit } from './use-submit.tsx';
import { useRefusalWords, useWrongWords } from './words.ts';

const CorrectDialog = lazy(async () => ({ default: (await import('./correct-dialog.tsx')).CorrectDialog }));
const ResultDialog = lazy(async () => ({ default: (await import('./result-dialog.tsx')).ResultDialog }));

/** A record that must be reported: missing values, the payload, and the platform's responses. */
export default function ReportPage() {
  const { id = '' } = useParams();
  const { t } = useTranslation('reporting');
  const of = useListLanguage();
  const found = useQuery(oneReport(id));
  useTabTitle(found.data?.code ?? undefined);
  if (isRefused(found.error)) return <NoPermission />;
  if (found.error && !found.data)
    return (
      <>
        <PageHeader title={t('report')} />
        {found.error instanceof ApiError && found.error.status === 404 ? (
          <EmptyState title={t('gone')} text={t('goneText')} />
        ) : (
          <ErrorState error={found.error} onRetry={() => void found.refetch()} />
        )}
      </>
    );
  if (!found.data) return <SkeletonPage />;
  const report = found.data;
  return (
    <div className={styles.page}>
      <div>
        <BackLink to="/backoffice/reporting">{t('title')}</BackLink>
        <PageHeader
          title={<span className={styles.code}>{report.code ?? report.document.no}</span>}
          meta={<StateBadge report={report} />}
          description={optionLabel('reportedType', report.type, of)}
          tools={<Tools report={report} />}
        />
      </div>
      <Facts report={report} />
      {report.problems.length > 0 && (
        <Card title={t('missing.title')} description={t('missing.text')}>
          <ProblemList type={report.type} problems={report.problems} />
        </Card>
      )}
      <PayloadCard report={report} />
      <AttemptsCard type={report.type} attempts={report.attempts} />
    </div>
  );
}

function Tools({ report }: { report: ReportDetail }) {
  const { t } = useTranslation('reporting');
  const maySubmit = useRight(rights.reporting.submit);
  const mayCorrect = useRight(rights.reporting.correct);
  const [dialog, setDialog] = useState<'correct' | 'result' | null>(null);
  const { submit, busy, submitted, refused, forget } = useSubmit();
  const { id, type, state, voided, payload, problems, attempts } = report;
  const close = () => setDialog(null);
  const open = !voided && (state === 1 || state === 4);
  const byHand = state === 2 && attempts[0]?.channel === 'file';
  return (
    <>
      {open && mayCorrect && (
        <Button variant="default" onClick={() => setDialog('correct')}>
          {t('correct.button')}
        </Button>
      )}
      {open && maySubmit && (
        <Button loading={busy} onClick={() => submit([id])}>
          {t(state === 4 ? 'submit.again' : 'submit.one')}
        </Button>
      )}
      {byHand && maySubmit && <Button onClick={() => setDialog('result')}>{t('result.button')}</Button>}
      <Suspense>
        {dialog === 'correct' && (
          <CorrectDialog
            type={type}
            ids={[id]}
            payload={payload}
            wrong={new Set(problems.map(({ field }) => field))}
            onClose={close}
          />
        )}
        {dialog === 'result' && <ResultDialog id={id} onClose={close} />}
      </Suspense>
      {refused.length > 0 && (
        <RefusedDialog submitted={submitted} refused={refused} reports={[report]} onClose={forget} />
      )}
    </>
  );
}

function Facts({ report }: { report: ReportDetail }) {
  const { t } = useTranslation('reporting');
  const { date } = useFormat();
  const wrong = useWrongWords();
  const refusal = useRefusalWords();
  const { document, rule, enterprise, site, platformId, reportedAt, lastError, state, hasConfig, voided } =
    report;
  const facts: [label: string, value: ReactNode][] = [
    [
      t('fact.document'),
      <AllowedLink key="document" to={rowPath(document.kind, document.id)} className="link">
        {document.no ?? NO_VALUE}
      </AllowedLink>,
    ],
    [t('column.day'), report.day],
    [t('column.due'), <Due key="due" report={report} today={undefined} />],
    [t('fact.enterprise'), enterprise ?? NO_VALUE],
    [t('column.site'), site ?? NO_VALUE],
    [t('fact.rule'), rule ? `${t(`event.${rule.event}`)} · ${rule.clause}` : NO_VALUE],
    ...(platformId ? [[t('fact.platformId'), platformId] as [string, string]] : []),
    ...(reportedAt === null ? [] : [[t('fact.reported'), date(reportedAt, 'dateTime')] as [string, string]]),
  ];
  return (
    <Card>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {lastError && state !== 3 && (
        <p className={styles.error} data-tone={state === 4 ? 'danger' : 'warning'}>
          {t('lastError', { error: refusal(report.type, lastError) })}
        </p>
      )}
      {!hasConfig && !voided && state !== 3 && enterprise !== null && (
        <p className={styles.error} data-tone="warning">
          {wrong('reporting.noConfig')}
        </p>
      )}
    </Card>
  );
}
