import { useTranslation } from 'react-i18next';
import { roleKey, withoutPrefix } from '../../context/role-label.ts';
import { Card, ErrorState, RelativeTime, SkeletonRows, useFormat } from '../../ui/index.ts';
import { Avatar } from '../../ui/person/avatar.tsx';
import { NO_VALUE } from '../../ui/text/format.ts';
import styles from './account-page.module.css';
import { AvatarTools } from './avatar-tools.tsx';
import { useSelf } from './own-queries.ts';

/** The signed-in account, its parent, and the previous sign-in, so that a foreign sign-in is noticed. */
export function AboutCard() {
  const { t } = useTranslation(['account', 'common']);
  const { date } = useFormat();
  const { data: self, error, refetch } = useSelf();
  return (
    <Card title={t('about.title')} className={styles.about}>
      {!self && (error ? <ErrorState error={error} onRetry={refetch} compact /> : <SkeletonRows rows={4} />)}
      {self && (
        <>
          <div className={styles.who}>
            <Avatar name={self.name || self.user_name} address={self.avatar} className={styles.avatar} />
            <div>
              <p className={styles.name}>{self.name}</p>
              <p className={styles.userName}>{withoutPrefix(self.user_name)}</p>
            </div>
          </div>
          <AvatarTools self={self} />
          <dl className={styles.facts}>
            <dt>{t('about.role')}</dt>
            <dd>{self.role_name ?? t(roleKey(self.roleIds[0] ?? null, self.roleRenon), { ns: 'common' })}</dd>
            <dt>{t('about.kind')}</dt>
            <dd>{t(`kind.${self.kind}`)}</dd>
            <dt>{t('about.level')}</dt>
            <dd>{self.level}</dd>
            <dt>{t('about.parent')}</dt>
            <dd>{self.parent_name ?? t('about.noParent')}</dd>
            <dt>{t('about.lastTime')}</dt>
            <dd>
              {self.last_login_time === null ? (
                t('about.first')
              ) : (
                <span title={date(self.last_login_time, 'dateTimeSeconds')}>
                  <RelativeTime time={self.last_login_time} />
                </span>
              )}
            </dd>
            <dt>{t('about.lastIp')}</dt>
            <dd>{self.last_login_ip ?? NO_VALUE}</dd>
          </dl>
        </>
      )}
    </Card>
  );
}
