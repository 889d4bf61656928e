import { createFirstAccount } from '@voltloop/contract/calls/accounts.ts';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { send } from '../api/send.ts';
import { begin } from '../api/session.ts';
import { loadSetupInfo, useSetupInfo } from '../context/setup-info.ts';
import { PlainButton } from '../ui/button/plain-button.tsx';
import { Field, PasswordField } from '../ui/form/field.tsx';
import styles from './entry-frame.module.css';
import { EntryFrame } from './entry-frame.tsx';
import { checkFirstAccount, type FirstAccount } from './setup-rules.ts';
import { useEntryForm } from './use-entry-form.ts';

const empty: FirstAccount = { code: '', user_name: '', name: '', email: '', password: '', repeat: '' };

function codeInAddress(): string {
  try {
    return decodeURIComponent(window.location.hash.slice(1));
  } catch {
    return '';
  }
}

/** First run of a new instance: creates its main account and signs it in. */
export function SetupPage() {
  const { t } = useTranslation(['setup', 'errors']);
  const navigate = useNavigate();
  // The URL that the server prints has the code after the #, which browsers do not send.
  const { form, values, failure, validate, refuse, bind } = useEntryForm(
    t,
    () => ({ ...empty, code: codeInAddress() }),
    checkFirstAccount,
  );
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    void loadSetupInfo().then(() => {
      const { needs_setup, version } = useSetupInfo.getState();
      if (version && !needs_setup) navigate('/login', { replace: true });
    });
  }, [navigate]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || !validate()) return;
    setBusy(true);
    try {
      const { repeat: _, ...body } = values;
      begin(await send(createFirstAccount, { body }));
      useSetupInfo.setState({ needs_setup: false });
      navigate('/', { replace: true });
    } catch (error) {
      setBusy(false);
      await refuse(error);
    }
  };

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
          {...bind('code')}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={100}
          hint={t('codeHint')}
        />
        <Field {...bind('user_name')} autoComplete="username" autoCapitalize="none" maxLength={50} />
        <Field {...bind('name')} autoComplete="name" maxLength={50} />
        <Field {...bind('email')} type="email" autoComplete="email" maxLength={200} />
        <PasswordField
          {...bind('password')}
          autoComplete="new-password"
          maxLength={16}
          hint={t('passwordHint')}
        />
        <PasswordField {...bind('repeat')} autoComplete="new-password" maxLength={16} />
        <PlainButton kind="primary" type="submit" loading={busy}>
          {t('submit')}
        </PlainButton>
      </form>
    </EntryFrame>
  );
}
