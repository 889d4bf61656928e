import { Button } from '@mantine/core';
import { IconAlertCircle, IconDatabaseOff, IconLock, IconRefresh } from '@tabler/icons-react';
import { createContext, type ReactNode, useContext, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './states.module.css';

interface NoticeProps {
  icon: ReactNode;
  tone?: 'neutral' | 'danger';
  title: ReactNode;
  text?: ReactNode;
  action?: ReactNode;
  compact?: boolean;
  role?: 'alert';
}

function Notice({ icon, tone = 'neutral', title, text, action, compact, role }: NoticeProps) {
  return (
    <div className={styles.notice} data-compact={compact || undefined} role={role}>
      <span className={styles.icon} data-tone={tone} aria-hidden="true">
        {icon}
      </span>
      <p className={styles.title}>{title}</p>
      {text && <p className={styles.text}>{text}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}

export interface EmptyStateProps {
  /** The title: 'No devices yet'. */
  title: ReactNode;
  /** What to do about it. */
  text?: ReactNode;
  /** A button or link for that. */
  action?: ReactNode;
  /** Icon of 22 px. */
  icon?: ReactNode;
  compact?: boolean;
}

/** The empty state of a page or list, with its next step. */
export function EmptyState({ icon, ...rest }: EmptyStateProps) {
  return <Notice icon={icon ?? <IconDatabaseOff size={22} stroke={1.6} />} {...rest} />;
}

export interface ErrorStateProps {
  /** The error; {@link ErrorWords} turns it into text, never HTML. */
  error?: unknown;
  title?: ReactNode;
  onRetry?: () => void;
  compact?: boolean;
}

/** An error whose message is a text for users, shown unchanged by {@link ErrorWords}. */
export class InWords extends Error {}

/** Turns an error into a text in the interface language, as set by the application; by default the error's message. */
export const ErrorWords = createContext((error: unknown): string =>
  error instanceof Error ? error.message : typeof error === 'string' ? error : '',
);

/** A failed load, with a retry button. */
export function ErrorState({ error, title, onRetry, compact }: ErrorStateProps) {
  const { t } = useTranslation('ui');
  const message = useContext(ErrorWords)(error);
  return (
    <Notice
      role="alert"
      icon={<IconAlertCircle size={22} stroke={1.6} />}
      tone="danger"
      title={title ?? t('error.title')}
      text={message || t('error.text')}
      compact={compact}
      action={onRetry && <RetryButton onRetry={onRetry} />}
    />
  );
}

/** Removed once the retry succeeds; its focus then moves to its dialog or page instead of being lost. */
function RetryButton({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('ui');
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const own = button.current;
    return () => {
      if (own !== document.activeElement) return;
      own?.closest<HTMLElement>('[role="dialog"], #main')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <Button
      ref={button}
      variant="default"
      size="xs"
      leftSection={<IconRefresh size={14} />}
      onClick={onRetry}
    >
      {t('error.retry')}
    </Button>
  );
}

/** The account lacks the permission; names whom to ask. */
export function NoPermission() {
  const { t } = useTranslation('ui');
  return (
    <Notice
      icon={<IconLock size={22} stroke={1.6} />}
      title={t('noPermission.title')}
      text={t('noPermission.text')}
    />
  );
}
