import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type Notifications, setQuietHours } from '@voltloop/contract/calls/notifications.ts';
import { clockText, minutesOf } from '@voltloop/domain/clock/clock-time.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { ClockInput } from '../../ui/form/clock-input.tsx';
import { Card, StatusBadge } from '../../ui/index.ts';
import { browserZone } from '../../ui/text/format.ts';
import { notifyError } from '../../ui/toast/notify-error.ts';
import { toast } from '../../ui/toast/toast.ts';
import styles from './notifications.module.css';
import { NOTIFICATIONS } from './queries.ts';

const clock = (minute: number | null, otherwise: string) => (minute === null ? otherwise : clockText(minute));

/** Quiet hours. */
export function QuietCard({ own }: { own: Notifications }) {
  const { t } = useTranslation('notifications');
  const client = useQueryClient();
  const [from, setFrom] = useState(clock(own.quiet_from, '22:00'));
  const [to, setTo] = useState(clock(own.quiet_to, '07:00'));
  const on = own.quiet_from !== null;
  const save = async (hours: { quiet_from: number | null; quiet_to: number | null }) => {
    try {
      // For accounts without a time zone, whose console shows the browser's.
      const time_zone = browserZone();
      await call(setQuietHours, { body: { ...hours, time_zone } });
      await client.invalidateQueries({ queryKey: [NOTIFICATIONS] });
      toast.success({ ns: 'notifications', key: 'quiet.saved' });
    } catch (error) {
      notifyError(error);
    }
  };
  return (
    <Card
      title={t('quiet.title')}
      description={t(on ? 'quiet.text' : 'quiet.offText', { zone: own.time_zone })}
      tools={<StatusBadge tone={on ? 'ok' : 'neutral'}>{t(on ? 'quiet.on' : 'quiet.off')}</StatusBadge>}
    >
      <div className={styles.times}>
        <ClockInput label={t('quiet.from')} value={from} onChange={setFrom} />
        <ClockInput label={t('quiet.to')} value={to} onChange={setTo} />
      </div>
      <Group gap="xs" justify="flex-end">
        <Button
          variant="default"
          size="xs"
          disabled={!from || !to}
          onClick={() => void save({ quiet_from: minutesOf(from), quiet_to: minutesOf(to) })}
        >
          {t(on ? 'quiet.save' : 'quiet.begin')}
        </Button>
        {on && (
          <Button variant="subtle" size="xs" onClick={() => void save({ quiet_from: null, quiet_to: null })}>
            {t('quiet.end')}
          </Button>
        )}
      </Group>
    </Card>
  );
}
