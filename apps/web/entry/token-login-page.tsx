import { redeemLoginCode } from '@voltloop/contract/calls/self.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { loadSelf } from '../api/load-self.ts';
import { send } from '../api/send.ts';
import { begin, restore, useSession } from '../api/session.ts';
import { isLanguage, setLanguage } from '../context/i18n.ts';
import { afterLogin, loginPath } from '../context/redirect.ts';
import { siteMap } from '../context/site-map.ts';
import { whoOf } from '../context/who.ts';
import { PlainButton } from '../ui/button/plain-button.tsx';
import { errorText } from '../ui/states/error-text.ts';
import styles from './entry-frame.module.css';
import { EntryFrame } from './entry-frame.tsx';

type Step = { at: 'working' } | { at: 'asking'; name: string } | { at: 'failed'; why: string };

/**
 * `/tokenLogin?code=…&redirect=…`: exchanges a one-time code for a session (interpretations B05, C04). The code is
 * first removed from the address bar; only the server decides which account is signed in.
 */
export function TokenLoginPage() {
  const { t } = useTranslation(['tokenLogin', 'errors']);
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [code] = useState(() => search.get('code') ?? '');
  const [redirect] = useState(() => search.get('redirect'));
  const [step, setStep] = useState<Step>({ at: 'working' });
  const started = useRef(false);

  const go = useCallback(async () => {
    setStep({ at: 'working' });
    try {
      // Sends the previous session, so that the server ends it.
      const token = useSession.getState().login?.token;
      const login = await send(redeemLoginCode, { body: { code }, token });
      begin(login);
      const self = await loadSelf().catch(() => null);
      if (isLanguage(self?.language)) await setLanguage(self.language);
      navigate(afterLogin(siteMap(), redirect, whoOf(login)), { replace: true });
    } catch (error) {
      setStep({ at: 'failed', why: errorText(error, t) });
    }
  }, [code, redirect, navigate, t]);

  useEffect(() => {
    if (started.current) return;
    started.current = true;
    navigate('/tokenLogin', { replace: true });
    void restore().then(() => {
      const { login } = useSession.getState();
      if (!code) setStep({ at: 'failed', why: t('missing') });
      else if (login) setStep({ at: 'asking', name: login.name || login.user_name });
      else void go();
    });
  }, [code, navigate, go, t]);

  const leave = () => {
    const { login } = useSession.getState();
    navigate(login ? '/' : loginPath(redirect ?? '/'), { replace: true });
  };

  return (
    <EntryFrame>
      {step.at === 'working' && (
        <>
          <h1 className={styles.heading} data-page-title tabIndex={-1}>
            {t('heading')}
          </h1>
          <p className={styles.lead} role="status">
            {t('working')}
          </p>
        </>
      )}
      {step.at === 'asking' && (
        <>
          <h1 className={styles.heading} data-page-title tabIndex={-1}>
            {t('switchHeading')}
          </h1>
          <p className={styles.lead}>{t('switchText', { name: step.name })}</p>
          <div className={styles.actions}>
            <PlainButton kind="primary" onClick={() => void go()}>
              {t('switch')}
            </PlainButton>
            <PlainButton onClick={leave}>{t('stay', { name: step.name })}</PlainButton>
          </div>
        </>
      )}
      {step.at === 'failed' && (
        <>
          <h1 className={styles.heading} data-page-title tabIndex={-1}>
            {t('failedHeading')}
          </h1>
          <p className={styles.lead} role="alert">
            {step.why}
          </p>
          <div className={styles.actions}>
            <PlainButton kind="primary" onClick={leave}>
              {useSession.getState().login ? t('toStart', { ns: 'errors' }) : t('toLogin')}
            </PlainButton>
          </div>
        </>
      )}
    </EntryFrame>
  );
}
