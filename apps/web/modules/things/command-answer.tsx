import { Loader } from '@mantine/core';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorWords, StatusBadge } from '../../ui/index.ts';
import styles from './commands-tab.module.css';
import type { useSendCommand } from './use-send-command.ts';

/** Status beside a button: waiting for the device, then its answer; uses the texts of Parameter Setting. */
export function CommandAnswer({ send }: { send: ReturnType<typeof useSendCommand> }) {
  const { t } = useTranslation(['things', 'params']);
  const describe = useContext(ErrorWords);
  return (
    <span className={styles.answer} role="status">
      {send.isPending && (
        <>
          <Loader size={14} />
          {t('params:read.working')}
        </>
      )}
      {send.isSuccess && (
        <StatusBadge tone={send.data.ok ? 'ok' : 'danger'} variant="plain">
          {t(send.data.ok ? 'commands.answered' : 'params:reason.refused')}
        </StatusBadge>
      )}
      {send.isError && (
        <StatusBadge tone="warning" variant="plain">
          {describe(send.error) || t('params:stateText.failed')}
        </StatusBadge>
      )}
    </span>
  );
}
