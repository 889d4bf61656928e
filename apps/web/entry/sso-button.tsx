import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { startOidc } from '../api/entry-calls.ts';
import { send } from '../api/send.ts';
import { PlainButton } from '../ui/button/plain-button.tsx';
import styles from './sso-button.module.css';

interface SsoButtonProps {
  /** The operator's name for the sign-in service. */
  name: string;
  /** The page to return to. */
  redirect: string | null;
  onBegin: () => void;
  onError: (error: unknown) => void;
}

/** Opens the sign-in service of the organisation. */
export function SsoButton({ name, redirect, onBegin, onError }: SsoButtonProps) {
  const { t } = useTranslation('login');
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    // The back/forward cache restored this page after a Back from the service.
    const back = (event: PageTransitionEvent) => event.persisted && setLeaving(false);
    window.addEventListener('pageshow', back);
    return () => window.removeEventListener('pageshow', back);
  }, []);
  const go = async () => {
    if (leaving) return;
    onBegin();
    setLeaving(true);
    try {
      const body = redirect && redirect.length <= 500 ? { redirect } : {};
      const { url } = await send(startOidc, { body });
      window.location.assign(url);
    } catch (error) {
      setLeaving(false);
      onError(error);
    }
  };
  return (
    <div className={styles.sso}>
      <p className={styles.or}>{t('sso.or')}</p>
      <PlainButton onClick={() => void go()} loading={leaving}>
        {t(leaving ? 'sso.busy' : 'sso.button', { name })}
      </PlainButton>
    </div>
  );
}
