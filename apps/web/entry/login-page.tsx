import { codes } from '@voltloop/contract/codes.ts';
import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { ApiError } from '../api/errors.ts';
import { loadSelf } from '../api/load-self.ts';
import { restore, sessionEnding, signIn, useSession } from '../api/session.ts';
import { isLanguage, setLanguage } from '../context/i18n.ts';
import { afterLogin } from '../context/redirect.ts';
import { loadSetupInfo, useSetupInfo } from '../context/setup-info.ts';
import { guardedPages } from '../context/site-map.ts';
import { whoOf } from '../context/who.ts';
import { PlainButton } from '../ui/button/plain-button.tsx';
import { Field, PasswordField } from '../ui/form/field.tsx';
import { guardScans } from '../ui/keyboard/guard-scans.ts';
import { errorText } from '../ui/states/error-text.ts';
import { DemoAccounts } from './demo-accounts.tsx';
import styles from './entry-frame.module.css';
import { EntryFrame } from './entry-frame.tsx';
import { SsoButton } from './sso-button.tsx';

/** Few accounts need it, so it loads on demand. */
const CodeStep = lazy(async () => ({ default: (await import('./code-step.tsx')).CodeStep }));

const endedUnasked = () => !['logout', 'denied', undefined].includes(sessionEnding());

/** Sign-in: name and password, errors beside the form, then back to the visitor's page. */
export function LoginPage() {
  const { t } = useTranslation(['login', 'errors']);
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const info = useSetupInfo();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState({ name: false, password: false });
  const [failure, setFailure] = useState('');
  /** The accepted name and password, while the second-factor code is entered. */
  const [proved, setProved] = useState<{ name: string; password: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const nameInput = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const redirect = search.get('redirect');

  useEffect(() => {
    // A signed-in user is redirected.
    void restore().then(() => {
      const { login } = useSession.getState();
      if (login) navigate(afterLogin(guardedPages(), redirect, whoOf(login)), { replace: true });
    });
    void loadSetupInfo();
    nameInput.current?.focus();
  }, [navigate, redirect]);
  // A session has ended under a scanner: its codes are neither a name nor a wrong password.
  useEffect(() => guardScans(endedUnasked, () => {}), []);
  useEffect(() => {
    if (info.needs_setup) navigate('/setup', { replace: true });
  }, [info.needs_setup, navigate]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    // Some browsers fill in fields without an event for React: read the values from the form.
    const data = new FormData(form.current ?? undefined);
    const userName = String(data.get('username') ?? '').trim();
    const enteredPassword = String(data.get('password') ?? '');
    setFailure('');
    setMissing({ name: userName === '', password: enteredPassword === '' });
    if (!userName || !enteredPassword) {
      form.current
        ?.querySelector<HTMLInputElement>(userName ? '[name="password"]' : '[name="username"]')
        ?.focus();
      return;
    }
    setBusy(true);
    try {
      await enter(userName, enteredPassword);
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError && error.code === codes.secondFactor.code) {
        setProved({ name: userName, password: enteredPassword });
        return;
      }
      setFailure(wordsOf(error));
      form.current?.querySelector<HTMLInputElement>('[name="password"]')?.select();
    }
  };
  /** Starts the session and navigates on. Throws {@link ApiError}. */
  const enter = async (userName: string, enteredPassword: string, otp?: string) => {
    const login = await signIn(userName, enteredPassword, otp);
    // Loads the account's own language, so that the first page already uses it; a failure is harmless.
    const self = await loadSelf().catch(() => null);
    if (isLanguage(self?.language)) await setLanguage(self.language);
    navigate(afterLogin(guardedPages(), redirect, whoOf(login)), { replace: true });
  };
  const wordsOf = (error: unknown) => errorText(error, t, { loginPage: true });

  if (proved)
    return (
      <EntryFrame>
        <Suspense>
          <CodeStep
            onCode={(otp) => enter(proved.name, proved.password, otp)}
            describe={wordsOf}
            onBack={(why) => {
              setProved(null);
              setPassword('');
              setFailure(why);
            }}
          />
        </Suspense>
      </EntryFrame>
    );
  return (
    <EntryFrame>
      <h1 className={styles.heading} data-page-title tabIndex={-1}>
        {t('heading')}
      </h1>
      <p className={styles.lead}>{t('lead')}</p>
      <form ref={form} className={styles.form} onSubmit={submit} noValidate aria-label={t('heading')}>
        <div role="alert" className={styles.alertBox}>
          {failure && <p className={styles.alert}>{failure}</p>}
        </div>
        <Field
          ref={nameInput}
          label={t('name')}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={missing.name && !name.trim() ? t('nameMissing') : undefined}
        />
        <PasswordField
          label={t('password')}
          name="password"
          autoComplete="current-password"
          maxLength={200}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={missing.password && !password ? t('passwordMissing') : undefined}
        />
        {info.mail && (
          <p className={styles.lead}>
            <Link to="/forgot">{t('forgot')}</Link>
          </p>
        )}
        <PlainButton kind="primary" type="submit" loading={busy}>
          {t(busy ? 'busy' : 'submit')}
        </PlainButton>
      </form>
      {info.sso && (
        <SsoButton
          name={info.sso.name}
          redirect={redirect}
          onBegin={() => setFailure('')}
          onError={(error) => setFailure(wordsOf(error))}
        />
      )}
      {info.demo && (
        <DemoAccounts
          onPick={(user, secret) => {
            setName(user);
            setPassword(secret);
            setFailure('');
          }}
        />
      )}
    </EntryFrame>
  );
}
