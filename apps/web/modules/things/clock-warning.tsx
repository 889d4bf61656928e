import { Alert } from '@mantine/core';
import { IconClockExclamation } from '@tabler/icons-react';
import type { Thing } from '@voltloop/contract';
import { useTranslation } from 'react-i18next';
import { driftOf } from './clock-drift.ts';

/** Warns that a device's clock is wrong, because the figures shown are then not current. */
export function ClockWarning({ thing }: { thing: Thing }) {
  const { t } = useTranslation('things');
  const drift = driftOf(thing.status_data.clock_drift_s);
  if (!drift) return null;
  const key = drift.isAhead ? 'thing.clockAhead' : 'thing.clockBehind';
  return (
    <Alert
      color="yellow"
      role="status"
      mb="md"
      icon={<IconClockExclamation size={18} aria-hidden="true" />}
      title={t(key, { count: drift.minutes })}
    >
      {t(`${key}Text`)}
    </Alert>
  );
}
