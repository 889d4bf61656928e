import { Button } from '@mantine/core';
import type { NotificationChannel } from '@voltloop/contract/calls/notifications.ts';
import { Trans, useTranslation } from 'react-i18next';
import { RelativeTime, StatusBadge } from '../../ui/index.ts';
import styles from './notifications.module.css';

/** Another account uses this browser now: the channel cannot be resumed. */
const TAKEN = 'error.taken';

interface ChannelRowProps {
  channel: NotificationChannel;
  /** The channel is the browser that shows this page. */
  isHere: boolean;
  onTest: () => void;
  onResume: () => void;
  onConfirm: () => void;
  onRemove: () => void;
}

/** A channel with its state and its next action. */
export function ChannelRow({ channel, isHere, onTest, onResume, onConfirm, onRemove }: ChannelRowProps) {
  const { t } = useTranslation('notifications');
  const { name, stopped_time } = channel;
  const next =
    channel.stop_reason === TAKEN
      ? null
      : stopped_time !== null
        ? { do: onResume, text: t('channel.resume'), label: t('channel.resumeOf', { name }) }
        : channel.verified
          ? { do: onTest, text: t('channel.test'), label: t('channel.testOf', { name }) }
          : { do: onConfirm, text: t('channel.confirm'), label: t('channel.confirmOf', { name }) };
  return (
    <li className={styles.row}>
      <div className={styles.text}>
        <h3 className={styles.title}>
          {name}
          {isHere && <StatusBadge tone="neutral">{t('push.here')}</StatusBadge>}
          {stopped_time !== null && <StatusBadge tone="danger">{t('channel.stopped')}</StatusBadge>}
          {!channel.verified && <StatusBadge tone="warning">{t('channel.unconfirmed')}</StatusBadge>}
        </h3>
        <p className={styles.note}>
          {t(`kind.${channel.kind}`)}
          {channel.kind !== 'push' && <> · {channel.target}</>}
        </p>
        {stopped_time !== null && (
          <p className={styles.note}>
            <StopReason reason={channel.stop_reason ?? ''} />{' '}
            <Trans
              t={t}
              i18nKey="channel.stoppedAt"
              components={{ time: <RelativeTime time={stopped_time} /> }}
            />
          </p>
        )}
      </div>
      <div className={styles.actions}>
        {next && (
          <Button variant="default" size="xs" aria-label={next.label} onClick={next.do}>
            {next.text}
          </Button>
        )}
        <Button variant="subtle" size="xs" aria-label={t('channel.removeOf', { name })} onClick={onRemove}>
          {t('channel.remove')}
        </Button>
      </div>
    </li>
  );
}

function StopReason({ reason }: { reason: string }) {
  const { t } = useTranslation('notifications');
  const text = t(reason, { defaultValue: reason });
  if (reason === TAKEN) return t('push.taken');
  return t(/^HTTP (404|410)$/.test(reason) ? 'channel.gone' : 'channel.failing', { reason: text });
}
