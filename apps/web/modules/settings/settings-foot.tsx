import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './settings.module.css';

interface SettingsFootProps {
  /** Numbers of typed values, of changes to be sent, and of invalid values. */
  typed: number;
  changes: number;
  wrong: number;
  pending?: boolean;
  onDiscard: () => void;
  /** The device's answer to the last changes. */
  children?: ReactNode;
}

/** The footer of a settings form: number of problems, discard and send. */
export function SettingsFoot({
  typed,
  changes,
  wrong,
  pending = false,
  onDiscard,
  children,
}: SettingsFootProps) {
  const { t } = useTranslation('deviceSettings');
  return (
    <div className={styles.foot} data-active={typed > 0 || undefined}>
      {wrong > 0 && (
        <span className={styles.wrong} role="alert">
          {t('send.wrong', { count: wrong })}
        </span>
      )}
      {children}
      {typed > 0 && !pending && (
        <Button variant="default" onClick={onDiscard}>
          {t('send.discard')}
        </Button>
      )}
      <Button
        type="submit"
        disabled={typed === 0}
        loading={pending}
        leftSection={<IconSend size={16} stroke={1.8} aria-hidden="true" />}
      >
        {t('send.button', { count: changes })}
      </Button>
    </div>
  );
}
