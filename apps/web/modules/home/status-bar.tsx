import type { ReplyOf } from '@voltloop/contract';
import type { thingSummary } from '@voltloop/contract/calls/things.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMayOpen } from '../../context/may-open.ts';
import { Card, useFormat } from '../../ui/index.ts';
import { monitoringPath, thingStateList } from '../things/index.ts';
import styles from './status-bar.module.css';

/** Paths of user management: an account may open one of them, depending on its role. */
const USERS_PATHS = ['/secondDistributorUserManager/index', '/userManager/index'];

/** All devices by state as one bar; each part links to the list of these devices. */
export function StatusBar({ counts }: { counts: ReplyOf<typeof thingSummary> | undefined }) {
  const { t } = useTranslation(['home', 'things']);
  const { number } = useFormat();
  const mayOpen = useMayOpen();
  const usersPath = USERS_PATHS.find(mayOpen);
  return (
    <Card
      title={t('states.title')}
      tools={
        <span className={styles.tools}>
          <Link to={monitoringPath()}>{t('states.all', { n: number(counts?.total) })}</Link>
          {usersPath && <Link to={usersPath}>{t('states.users', { n: number(counts?.accounts) })}</Link>}
        </span>
      }
    >
      <div className={styles.bar} aria-hidden="true">
        {counts &&
          thingStateList
            .filter(({ name }) => counts[name] > 0)
            .map(({ status, name, tone }) => (
              <span key={status} data-tone={tone} data-state={name} style={{ flexGrow: counts[name] }} />
            ))}
      </div>
      <ul className={styles.list} aria-busy={!counts}>
        {thingStateList.map(({ status, name, tone, Icon }) => (
          <li key={status}>
            <Link to={monitoringPath({ state: status })} className={styles.state}>
              <span className={styles.icon} data-tone={tone} aria-hidden="true">
                <Icon size={16} stroke={2} />
              </span>
              <span>{t(`state.${name}`, { ns: 'things' })}</span>
              <strong>{number(counts?.[name])}</strong>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
