import { Loader } from '@mantine/core';
import { StatusBadge } from '@voltloop/ui';
import { useTranslation } from 'react-i18next';
import styles from './commands-tab.module.css';
import type { useSendCommand } from './use-send-command.ts';

/** Beside a button: that the device is being waited for, and what it said. */
export function CommandAnswer({ send }: { send: ReturnType<typeof useSendCommand> }) {
  const { t } = useTranslation('things');
  return (
    <span className={styles.answer} role="status">
      {send.isPending && (
        <>
          <Loader size={14} />
          {t('commands.waiting')}
        </>
      )}
      {send.isSuccess && (
        <StatusBadge tone={send.data.ok ? 'ok' : 'warning'} variant="plain">
          {t(send.data.ok ? 'commands.answered' : 'commands.refused')}
        </StatusBadge>
      )}
      {send.isError && (
        <StatusBadge tone="warning" variant="plain">
          {t('commands.failed')}
        </StatusBadge>
      )}
    </span>
  );
}
