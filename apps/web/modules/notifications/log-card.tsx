import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  Card,
  EmptyState,
  ErrorState,
  RelativeTime,
  SkeletonRows,
  StatusBadge,
  type Tone,
} from '../../ui/index.ts';
import styles from './notifications.module.css';
import { messagePage } from './queries.ts';

const STEP = 10;
const MAX_SHOWN = 100;
const tones: Record<string, Tone> = { waiting: 'info', sent: 'ok', dead: 'danger', dropped: 'neutral' };

/** Sent messages and their results. */
export function LogCard() {
  const { t } = useTranslation('notifications');
  const [size, setSize] = useState(STEP);
  const { data, error, refetch } = useQuery(messagePage(1, size));
  return (
    <Card title={t('log.title')} description={t('log.text')}>
      {!data && (error ? <ErrorState error={error} onRetry={refetch} compact /> : <SkeletonRows rows={3} />)}
      {data?.total === 0 && <EmptyState compact title={t('log.none')} text={t('log.noneText')} />}
      <ul className="plain">
        {data?.list.map((message) => (
          <li key={message.id} className={styles.row}>
            <div className={styles.text}>
              <h3 className={styles.title}>{message.title ?? t(`what.${message.what}`)}</h3>
              <p className={styles.note}>
                {message.channel} · <RelativeTime time={message.time} />
                {message.tries > 1 && <> · {t('log.tries', { count: message.tries })}</>}
                {message.error && <> · {t(message.error, { defaultValue: message.error })}</>}
              </p>
            </div>
            <StatusBadge tone={tones[message.state] ?? 'neutral'}>{t(`state.${message.state}`)}</StatusBadge>
          </li>
        ))}
      </ul>
      {data && data.total > size && size < MAX_SHOWN && (
        <Button variant="subtle" size="xs" onClick={() => setSize(size + STEP)}>
          {t('log.more')}
        </Button>
      )}
    </Card>
  );
}
