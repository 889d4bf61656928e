import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Card, EmptyState, ErrorState, RelativeTime, SkeletonRows } from '../../ui/index.ts';
import styles from './account-page.module.css';
import { useOwnActivity } from './own-queries.ts';

const SHOWN = 8;

/** Catalogue key of an action: `session.refuse` is `activity.session_refuse`. */
const keyOf = (action: string, result: string) =>
  `activity.${action.replaceAll('.', '_')}${result === 'refused' && action === 'session.revoke' ? '_copied' : ''}`;

/** Recent activity of the account, so that its owner notices foreign actions. */
export function ActivityCard() {
  const { t } = useTranslation('account');
  const { data, error, refetch } = useOwnActivity();
  return (
    <Card title={t('activityTitle')} description={t('activityText')} className={styles.last}>
      {!data && (error ? <ErrorState error={error} onRetry={refetch} compact /> : <SkeletonRows rows={5} />)}
      {data?.length === 0 && <EmptyState title={t('activityNone')} compact />}
      {data && data.length > 0 && (
        <ul className={styles.log}>
          {data.slice(0, SHOWN).map((each) => {
            const refused = each.result === 'refused';
            const Icon = refused ? IconAlertTriangle : IconCircleCheck;
            return (
              <li key={`${each.time} ${each.action}`} data-refused={refused || undefined}>
                <Icon size={16} stroke={1.7} aria-hidden="true" />
                <span>{t(keyOf(each.action, each.result))}</span>
                <span className={styles.when}>
                  <RelativeTime time={each.time} />
                </span>
                {(each.ip || each.by) && (
                  <span className={styles.where}>
                    {[each.by && t('activityBy', { name: each.by }), each.ip].filter(Boolean).join(' · ')}
                  </span>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}
