import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import columns from '../../ui/columns.module.css';
import { ErrorState, PageHeader, SkeletonRows } from '../../ui/index.ts';
import { ChannelsCard } from './channels-card.tsx';
import { LogCard } from './log-card.tsx';
import styles from './notifications.module.css';
import { ownNotifications } from './queries.ts';
import { QuietCard } from './quiet-card.tsx';
import { RulesCard } from './rules-card.tsx';

/** Channels, rules and sent messages of the signed-in account. */
export default function NotificationsPage() {
  const { t } = useTranslation(['notifications', 'routes']);
  const { data, error, refetch } = useQuery(ownNotifications);
  return (
    <>
      <PageHeader title={t('notifications', { ns: 'routes' })} description={t('lead')} />
      {!data && (error ? <ErrorState error={error} onRetry={refetch} /> : <SkeletonRows rows={6} />)}
      {data && (
        <div className={`${columns.page} ${styles.page}`}>
          <div className={`${columns.column} ${styles.where}`}>
            <ChannelsCard own={data} />
            <QuietCard own={data} />
          </div>
          <div className={`${columns.column} ${styles.what}`}>
            <RulesCard own={data} />
            <LogCard />
          </div>
        </div>
      )}
    </>
  );
}
