import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { rights } from '@voltloop/contract/rights.ts';
import { optionLabel } from '@voltloop/domain/options/index.ts';
import { registry } from '@voltloop/resources/registry.ts';
import { screens } from '@voltloop/resources/screens.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { languageOf } from '../../../context/language-of.ts';
import { useRight } from '../../../context/rights.ts';
import { Card, EmptyState, useFormat } from '../../../ui/index.ts';
import { ShortRow } from '../../../ui/short-row.tsx';
import { QueryPlaceholder } from '../../../ui/states/query-state.tsx';
import { waitingDocuments } from '../../approvals/index.ts';
import { deskCounts } from '../../reporting/index.ts';
import styles from './home-page.module.css';
import { openWork } from './queries.ts';

/** The page with all of it. */
const WORK_PATH = `${screens.home.path}/work`;

/** The user's pending work: approvals, reports, counts, and records with a possible next step, each with its link. */
export function WorkCard() {
  const { t } = useTranslation('backofficeHome');
  const { number, language } = useFormat();
  const of = languageOf(language);
  const mayApprove = useRight(rights.approvals);
  const mayReport = useRight(rights.reporting.see);
  const found = useQuery(openWork);
  const approvals = useQuery({ ...waitingDocuments, enabled: mayApprove });
  const desks = useQuery({ ...deskCounts, enabled: mayReport });
  // Only what all of them have answered can say that there is nothing to do.
  const unknown = [found, mayApprove && approvals, mayReport && desks].find((each) => each && !each.data);
  const waiting = approvals.data?.total ?? 0;
  const reports = desks.data?.types ?? [];
  const sum = (name: 'overdue' | 'today') => reports.reduce((all, each) => all + each[name], 0);
  const desk = (when: string) => `${screens.reporting.path}?when=${when}`;
  const work = found.data?.work;
  const lines = [
    { name: 'approvals', count: waiting, to: screens.approvals.path },
    { name: 'reportsOverdue', count: sum('overdue'), to: desk('overdue'), late: true },
    { name: 'reportsToday', count: sum('today'), to: desk('today') },
    { name: 'counts', count: work?.counts ?? 0, to: '/backoffice/stockTake?f.status=draft,returned' },
  ].filter(({ count }) => count > 0);
  return (
    <Card
      title={t('work.title')}
      {...(work && work.drafts > 0 ? { description: t('work.drafts', { count: work.drafts }) } : {})}
      padding="flush"
    >
      {unknown || !work ? (
        <QueryPlaceholder of={unknown || found} rows={5} />
      ) : (
        <>
          {lines.length === 0 && work.total === 0 && (
            <EmptyState
              compact
              icon={<IconCircleCheck size={22} stroke={1.6} />}
              title={t('work.none')}
              text={t('work.noneText')}
            />
          )}
          {lines.length > 0 && (
            <ul className={styles.list}>
              {lines.map(({ name, count, to, late }) => (
                <li key={name} className={styles.warning}>
                  <Link to={to} className={styles.warningHead} data-late={late || undefined}>
                    <span>{t(`work.${name}`)}</span>
                    <span className={styles.count}>{number(count)}</span>
                  </Link>
                </li>
              ))}
            </ul>
          )}
          {work.list.length > 0 && (
            <ul className={styles.list} aria-label={t('work.next')}>
              {work.list.map(({ resource, id, no, status, day, own, about }) => {
                const field = found.data?.resources.get(resource)?.fields.status;
                return (
                  <ShortRow
                    key={id}
                    to={`/backoffice/${resource}/${id}`}
                    what={[registry[resource]?.one[of], no].filter(Boolean).join(' ')}
                    when={day}
                    where={[
                      own && t('work.own'),
                      field?.kind === 'option' && optionLabel(field.list, status, of),
                      about,
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  />
                );
              })}
              {work.total > work.list.length && (
                <li className={styles.rest}>
                  <Link to={WORK_PATH}>{t('work.all', { count: work.total })}</Link>
                </li>
              )}
            </ul>
          )}
        </>
      )}
    </Card>
  );
}
