import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { HomePeriod } from '@voltloop/contract';
import { homePeriods } from '@voltloop/contract/calls/backoffice-home.ts';
import { registry } from '@voltloop/resources/registry.ts';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { isRefused } from '../../../api/errors.ts';
import { isStaff } from '../../../context/family.ts';
import { languageOf } from '../../../context/language-of.ts';
import { useWho } from '../../../context/rights.ts';
import { ErrorState, NoPermission, PageHeader, useFormat } from '../../../ui/index.ts';
import { FirstSteps } from '../../first-steps/index.ts';
import { inSentence } from '../../resources/index.ts';
import { ActivityCard } from './activity-card.tsx';
import styles from './home-page.module.css';
import { IntakeCard } from './intake-card.tsx';
import { OrdersCard } from './orders-card.tsx';
import { businessFigures, homeView, openWork } from './queries.ts';
import { StagesCard } from './stages-card.tsx';
import { WarningsCard } from './warnings-card.tsx';
import { WorkCard } from './work-card.tsx';

const isPeriod = (text: string | null): text is HomePeriod =>
  (homePeriods as readonly (string | null)[]).includes(text);

/** The overview of the recycling business: key figures, the user's pending work, warnings, latest activity. */
export default function BackofficeHomePage() {
  const { t } = useTranslation('backofficeHome');
  const { language } = useFormat();
  const who = useWho();
  const [params, setParams] = useSearchParams();
  const periodParam = params.get('period');
  const period = isPeriod(periodParam) ? periodParam : 'month';
  const view = useQuery(homeView);
  const business = useQuery(businessFigures(period));
  // The height of the pending work is unknown until it has loaded: the content below waits for it, and does not shift.
  const work = useQuery(openWork);
  if (isRefused(view.error)) return <NoPermission />;
  const { data } = business;
  // Without a right to any figure, the work is the main content.
  const figures = !data || data.intake !== null || data.orders !== null || data.stages.length > 0;
  const counted = (name: string, count: number) =>
    inSentence(registry[name]?.[count === 1 ? 'one' : 'many'][languageOf(language)] ?? name);
  return (
    <>
      <PageHeader
        title={t('title')}
        description={data && figures ? t('span', { from: data.from, to: data.to }) : t('description')}
        tools={
          figures && (
            <SegmentedControl
              size="sm"
              aria-label={t('period.label')}
              value={period}
              onChange={(next) => setParams(next === 'month' ? {} : { period: next }, { replace: true })}
              data={homePeriods.map((value) => ({ value, label: t(`period.${value}`) }))}
            />
          )
        }
      />
      {isStaff(who) && <FirstSteps />}
      <div className={styles.columns} data-one={!figures || undefined}>
        {figures && (
          <div className={styles.stack} aria-busy={business.isPlaceholderData || undefined}>
            {business.isError && !data ? (
              <ErrorState error={business.error} onRetry={() => void business.refetch()} />
            ) : (
              <>
                <IntakeCard business={data} period={period} />
                <OrdersCard business={data} period={period} />
                <StagesCard business={data} period={period} />
                {view.data && <ActivityCard view={view.data} words={counted} />}
              </>
            )}
          </div>
        )}
        <div className={styles.stack}>
          <WorkCard />
          {work.isPending ? null : view.isError && !view.data ? (
            <ErrorState error={view.error} onRetry={() => void view.refetch()} />
          ) : (
            <>
              <WarningsCard view={view.data} />
              {!figures && <ActivityCard view={view.data} words={counted} />}
            </>
          )}
        </div>
      </div>
    </>
  );
}
