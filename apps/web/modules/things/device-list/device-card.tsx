import { ATTENTION_LEVEL, type Thing } from '@voltloop/contract/calls/things.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from '../../../ui/index.ts';
import { ProblemName } from '../thing-problem.tsx';
import { ThingState } from '../thing-state.tsx';
import styles from './device-list.module.css';

/** A device on a phone: name and state, id, bound accounts, and the same menu as in the table. */
export function DeviceCard({ thing, menu }: { thing: Thing; menu: ReactNode }) {
  const { t } = useTranslation('devices');
  return (
    <div className={styles.card}>
      <span className={styles.main}>{thing.devname || thing.devid}</span>
      <span className={styles.cardState}>
        <ThingState status={thing.status} />
      </span>
      <span className={styles.cardMenu}>{menu}</span>
      <span className={styles.sub}>
        {thing.problem && thing.problem.level >= ATTENTION_LEVEL ? (
          <ProblemName problem={thing.problem} />
        ) : (
          thing.devid
        )}
      </span>
      <span className={styles.cardTime}>
        <RelativeTime time={thing.status_data.last_time} zone={thing.time_zone} />
      </span>
      <span className={styles.cardBound}>
        {thing.subusers.length > 0 ? thing.subusers.join(', ') : t('unbound')}
      </span>
    </div>
  );
}
