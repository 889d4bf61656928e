import { Button, SegmentedControl } from '@mantine/core';
import { IconExternalLink, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Life } from '@voltloop/contract/calls/traceability.ts';
import { rights } from '@voltloop/contract/rights.ts';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router';
import { ApiError, isRefused } from '../../api/errors.ts';
import { useMayOpen } from '../../context/may-open.ts';
import { useRight } from '../../context/rights.ts';
import { useTabTitle } from '../../context/tab-context.ts';
import type { Way } from '../../ui/chart/bundle.ts';
import { Card, EmptyState, ErrorState, NoPermission, PageHeader, SkeletonPage } from '../../ui/index.ts';
import { BackLink } from '../../ui/page/back-link.tsx';
import { ConnectedCard } from './connected-card.tsx';
import { GapsCard } from './gaps-card.tsx';
import { LifeGraph } from './graph/life-graph.tsx';
import { QUERY_PATH, recordPath } from './paths.ts';
import { lifeOf } from './queries.ts';
import { SummaryCard } from './summary-card.tsx';
import { Timeline } from './timeline.tsx';
import styles from './traceability.module.css';
import { type LifeWords, useLifeWords } from './words.ts';

const PrintDialog = lazy(() => import('./print/print-dialog.tsx'));
const ways: readonly Way[] = ['all', 'back', 'on'];

/** The whole life behind a record: the current place of its goods, their origin, and what became of them. */
export default function TracePage() {
  const { kind = '', id = '' } = useParams();
  const { t } = useTranslation('traceability');
  const found = useQuery(lifeOf(kind, id));
  useTabTitle(found.data ? t('trace.tab', { title: found.data.subject.title }) : undefined);
  if (isRefused(found.error)) return <NoPermission />;
  if (found.error && !found.data)
    return (
      <>
        <BackLink to={QUERY_PATH}>{t('query.title')}</BackLink>
        <PageHeader title={t('trace.title')} />
        {found.error instanceof ApiError && found.error.status === 404 ? (
          <EmptyState title={t('trace.gone')} text={t('trace.goneText')} />
        ) : (
          <ErrorState error={found.error} onRetry={() => void found.refetch()} />
        )}
      </>
    );
  return found.data ? <LifeView key={id} life={found.data} /> : <SkeletonPage />;
}

function LifeView({ life }: { life: Life }) {
  const { t } = useTranslation('traceability');
  const words = useLifeWords();
  const mayOpen = useMayOpen();
  const mayPrint = useRight(rights.query.print);
  const [printing, setPrinting] = useState(false);
  const [params, setParams] = useSearchParams();
  const way = ways.find((each) => each === params.get('way')) ?? 'all';
  const { subject, events } = life;
  const path = recordPath(subject.kind, subject.id);
  const shown = events.filter(({ side }) => way === 'all' || side === 'own' || side === way);
  return (
    <div className={styles.page}>
      <div>
        <BackLink to={QUERY_PATH}>{t('query.title')}</BackLink>
        <PageHeader
          title={<span className={styles.code}>{subject.title || words.kind(subject.kind)}</span>}
          meta={words.state(subject.kind, subject.state)}
          description={describe(subject, words)}
          tools={
            <>
              {mayPrint && (
                <Button
                  size="sm"
                  variant="default"
                  leftSection={<IconPrinter size={16} stroke={1.8} />}
                  onClick={() => setPrinting(true)}
                >
                  {t('print.button')}
                </Button>
              )}
              {mayOpen(path) && (
                <Button
                  size="sm"
                  variant="default"
                  component={Link}
                  to={path}
                  leftSection={<IconExternalLink size={16} stroke={1.8} />}
                >
                  {t('trace.open')}
                </Button>
              )}
            </>
          }
        />
      </div>
      <SummaryCard life={life} />
      {subject.kind === 'battery' && <ConnectedCard id={subject.id} />}
      <SegmentedControl
        className={styles.ways ?? ''}
        aria-label={t('way.label')}
        value={way}
        onChange={(next) =>
          setParams(next === 'all' ? {} : { way: next }, { replace: true, preventScrollReset: true })
        }
        data={ways.map((each) => ({ value: each, label: t(`way.${each}`) }))}
      />
      <div className={styles.parts}>
        <div className={styles.graph}>
          <Card title={t('graph.title')} description={t('graph.description')}>
            <LifeGraph life={life} way={way} />
          </Card>
        </div>
        <Card title={t('timeline.title')} description={t('timeline.count', { count: shown.length })}>
          <Timeline events={shown} several={subject.items > 1} />
        </Card>
        <GapsCard gaps={life.gaps} cut={life.cut} />
      </div>
      {printing && (
        <Suspense>
          <PrintDialog life={life} onClose={() => setPrinting(false)} />
        </Suspense>
      )}
    </div>
  );
}

function describe(subject: Life['subject'], words: LifeWords): string {
  const { kind, productType, chemistry, material, hint } = subject;
  return [
    kind === 'battery' && productType ? words.productType(productType) : words.kind(kind),
    words.material(material),
    words.chemistry(chemistry),
    hint,
  ]
    .filter(Boolean)
    .join(' · ');
}
