import { IconChecklist } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { registry } from '@voltloop/resources/registry.ts';
import {
  EmptyState,
  ErrorState,
  languageOf,
  NoPermission,
  PageHeader,
  RelativeTime,
  StatTile,
  useFormat,
} from '@voltloop/ui';
import { useTranslation } from 'react-i18next';
import { isRefused } from '../../../api/errors.ts';
import { hasRight, useWho } from '../../../context/rights.ts';
import { inSentence } from '../../resources/index.ts';
import { ActivityCard } from './activity-card.tsx';
import { BusinessTiles } from './business-tiles.tsx';
import { FunnelCard } from './funnel-card.tsx';
import styles from './home-page.module.css';
import { homeView } from './queries.ts';
import { StatesCard } from './states-card.tsx';
import { WarningsCard } from './warnings-card.tsx';

/** The recycling business at a glance: how it does, what needs somebody, how far batteries are, what was done last. */
export default function BackofficeHomePage() {
  const { t } = useTranslation('backofficeHome');
  const format = useFormat();
  const view = useQuery(homeView);
  const home = view.data?.home;
  const who = useWho();
  if (isRefused(view.error)) return <NoPermission />;
  const language = languageOf(format.language);
  const words = (name: string) => registry[name]?.many[language] ?? name;
  const counted = (name: string, count: number) =>
    inSentence(registry[name]?.[count === 1 ? 'one' : 'many'][language] ?? name);

  return (
    <>
      <PageHeader
        title={t('title')}
        description={
          home ? (
            <>
              {t('asOf')} <RelativeTime time={home.as_of} />
            </>
          ) : (
            t('description')
          )
        }
      />
      {view.isError && !view.data ? (
        <ErrorState error={view.error} onRetry={() => void view.refetch()} />
      ) : home && home.counts.length === 0 ? (
        <EmptyState
          icon={<IconChecklist size={22} stroke={1.6} />}
          title={t('nothing')}
          text={t('nothingText')}
        />
      ) : (
        <div className={styles.stack}>
          <BusinessTiles />
          <div className={styles.columns}>
            <div className={styles.stack}>
              <WarningsCard view={view.data} />
              {view.data && <FunnelCard view={view.data} />}
              {/* Below a card whose length nobody knows before it is there: it would only be pushed away. */}
              {view.data && <StatesCard view={view.data} />}
            </div>
            <ActivityCard view={view.data} words={counted} />
          </div>
          <div className={styles.tiles}>
            {home
              ? home.counts.map(({ resource, total }) => (
                  <StatTile
                    key={resource}
                    label={words(resource)}
                    value={format.number(total)}
                    to={`/backoffice/${resource}`}
                  />
                ))
              : Object.entries(registry)
                  .filter(([, { menu }]) => hasRight(who, menu))
                  .map(([name]) => <StatTile key={name} label={' '} value="" loading />)}
          </div>
        </div>
      )}
    </>
  );
}
