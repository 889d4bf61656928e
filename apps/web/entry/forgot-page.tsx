import { forgotPassword } from '@voltloop/contract/calls/self.ts';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { send } from '../api/send.ts';
import { isLanguage } from '../context/i18n.ts';
import { loadSetupInfo, useSetupInfo } from '../context/setup-info.ts';
import { PlainButton } from '../ui/button/plain-button.tsx';
import { Field } from '../ui/form/field.tsx';
import { errorText } from '../ui/states/error-text.ts';
import styles from './entry-frame.module.css';
import { EntryFrame } from './entry-frame.tsx';

/** Requests a link that sets a new password. The response does not reveal whether the account exists. */
export function ForgotPage() {
  const { t, i18n } = useTranslation(['forgot', 'login', 'errors']);
  const { mail, version } = useSetupInfo();
  const [name, setName] = useState('');
  const [missing, setMissing] = useState(false);
  const [failure, setFailure] = useState('');
  const [state, setState] = useState<'asking' | 'busy' | 'sent'>('asking');
  useEffect(() => void loadSetupInfo(), []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setFailure('');
    setMissing(name.trim() === '');
    if (name.trim() === '' || state === 'busy') return;
    setState('busy');
    try {
      const language = isLanguage(i18n.language) ? i18n.language : 'en';
      await send(forgotPassword, { body: { name: name.trim(), language } });
      setState('sent');
    } catch (error) {
      setState('asking');
      setFailure(errorText(error, t));
    }
  };
  const off = version !== '' && !mail;
  return (
    <EntryFrame>
      <h1 className={styles.heading} data-page-title tabIndex={-1}>
        {t(state === 'sent' ? 'forgot.sentHeading' : 'forgot.heading')}
      </h1>
      {state === 'sent' ? (
        <div role="status">
          <p className={styles.lead}>{t('forgot.sent')}</p>
          <p className={styles.lead}>{t('forgot.noAddress')}</p>
        </div>
      ) : (
        <p className={styles.lead}>{t(off ? 'forgot.off' : 'forgot.lead')}</p>
      )}
      {!off && state !== 'sent' && (
        <form className={styles.form} onSubmit={submit} noValidate aria-label={t('forgot.heading')}>
          <div role="alert" className={styles.alertBox}>
            {failure && <p className={styles.alert}>{failure}</p>}
          </div>
          <Field
            label={t('name', { ns: 'login' })}
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={missing && !name.trim() ? t('nameMissing', { ns: 'login' }) : undefined}
          />
          <PlainButton kind="primary" type="submit" loading={state === 'busy'}>
            {t('forgot.submit')}
          </PlainButton>
        </form>
      )}
      <p className={styles.lead}>
        <Link to="/login">{t('toLogin')}</Link>
      </p>
    </EntryFrame>
  );
}
