import { Loader } from '@mantine/core';
import type { OwnerControl } from '@voltloop/contract/calls/owner-control.ts';
import { useTranslation } from 'react-i18next';
import { RelativeTime, StatusBadge, type Tone } from '../../../ui/index.ts';
import styles from './owner-control.module.css';

type Change = NonNullable<OwnerControl['change']>;

/** The text for the state of a change. */
const resultOf = ({ state, reason }: Change) => {
  if (state === 'verified') return 'applied' as const;
  if (state === 'differs') return 'differs' as const;
  if (state === 'cancelled') return 'replaced' as const;
  if (state === 'failed' && reason === 'refused') return 'refused' as const;
  if (state === 'waiting' && reason === 'offline') return 'offline' as const;
  if (state === 'waiting' || state === 'reading' || state === 'sent' || state === 'checking')
    return 'underWay' as const;
  return 'notReached' as const;
};

const tones: Record<ReturnType<typeof resultOf>, Tone> = {
  applied: 'ok',
  differs: 'warning',
  replaced: 'neutral',
  refused: 'danger',
  offline: 'info',
  underWay: 'info',
  notReached: 'warning',
};

/** Result of the newest change, with its author and time. */
export function OwnerResult({ change, zone }: { change: Change; zone: string }) {
  const { t } = useTranslation('ownerControl');
  const result = resultOf(change);
  return (
    <p className={styles.result} role="status">
      {change.finished_at === null && <Loader size={14} aria-hidden />}
      <StatusBadge tone={tones[result]}>{t(`result.${result}`)}</StatusBadge>
      <span>
        {t(`resultText.${result}`)}
        {change.error && ` “${change.error}”`}
      </span>
      <span className={styles.by}>
        {change.by ?? t('serviceTeam')} ·{' '}
        <RelativeTime time={change.finished_at ?? change.created_at} zone={zone} />
      </span>
    </p>
  );
}
