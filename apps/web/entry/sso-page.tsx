import { finishOidc } from '@voltloop/contract/calls/oidc.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ApiError } from '../api/errors.ts';
import { loadSelf } from '../api/load-self.ts';
import { send } from '../api/send.ts';
import { begin, restore, useSession } from '../api/session.ts';
import { isLanguage, setLanguage } from '../context/i18n.ts';
import { afterLogin } from '../context/redirect.ts';
import { guardedPages } from '../context/site-map.ts';
import { whoOf } from '../context/who.ts';
import { PlainButton } from '../ui/button/plain-button.tsx';
import { errorText } from '../ui/states/error-text.ts';
import { toast } from '../ui/toast/toast.ts';
import styles from './entry-frame.module.css';
import { EntryFrame } from './entry-frame.tsx';

/**
 * `/sso`: the redirect target of the sign-in service. The response is first removed from the address bar, then sent to
 * the server, which recognises the started sign-in by this browser's cookie.
 */
export function SsoPage() {
  const { t, i18n } = useTranslation(['sso', 'errors']);
  const navigate = useNavigate();
  const [answer] = useState(() => window.location.search);
  const [failure, setFailure] = useState<unknown>(null);
  const started = useRef(false);

  useEffect(() => {
    if (started.current) return;
    started.current = true;
    navigate('/sso', { replace: true });
    const go = async () => {
      await restore();
      const token = useSession.getState().login?.token;
      const reply = await send(finishOidc, { body: { answer }, token });
      if (reply.elsewhere !== null) return window.location.replace(reply.elsewhere);
      if (reply.login) {
        begin(reply.login);
        const self = await loadSelf().catch(() => null);
        if (isLanguage(self?.language)) await setLanguage(self.language);
      }
      if (reply.linked) toast.success({ ns: 'sso', key: 'linked' });
      const { login } = useSession.getState();
      navigate(login ? afterLogin(guardedPages(), reply.redirect, whoOf(login)) : '/login', {
        replace: true,
      });
    };
    go().catch(setFailure);
  }, [answer, navigate]);

  const why = () => {
    if (new URLSearchParams(answer).get('error') === 'access_denied') return t('cancelled');
    const field = failure instanceof ApiError ? failure.fields[0] : undefined;
    const reason = field?.key.replace(/^sso\./, 'reason.') ?? '';
    if (i18n.exists(reason, { ns: 'sso' })) return t(reason);
    return errorText(failure, t);
  };
  const signedIn = useSession((state) => state.login !== null);
  return (
    <EntryFrame>
      <h1 className={styles.heading} data-page-title tabIndex={-1}>
        {t(failure ? 'failedHeading' : 'heading')}
      </h1>
      {failure ? (
        <>
          <p className={styles.lead} role="alert">
            {why()}
          </p>
          <div className={styles.actions}>
            <PlainButton
              kind="primary"
              onClick={() => navigate(signedIn ? '/' : '/login', { replace: true })}
            >
              {signedIn ? t('toStart', { ns: 'errors' }) : t('toLogin')}
            </PlainButton>
          </div>
        </>
      ) : (
        <p className={styles.lead} role="status">
          {t('working')}
        </p>
      )}
    </EntryFrame>
  );
}
