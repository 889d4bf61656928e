import { resetPasswordByLink } from '@voltloop/contract/calls/self.ts';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { ApiError } from '../api/errors.ts';
import { send } from '../api/send.ts';
import { codeOfHash } from '../modules/accounts/index.ts';
import { PlainButton } from '../ui/button/plain-button.tsx';
import { PasswordField } from '../ui/form/field.tsx';
import { fieldText } from '../ui/form/field-text.ts';
import { errorText } from '../ui/states/error-text.ts';
import styles from './entry-frame.module.css';
import { EntryFrame } from './entry-frame.tsx';

/** Target of the link in an e-mail: sets a new password by its code, which is after the `#`, out of server logs. */
export function ResetPage() {
  const { t } = useTranslation(['forgot', 'errors']);
  const code = codeOfHash(useLocation().hash);
  const [password, setPassword] = useState('');
  const [repeat, setRepeat] = useState('');
  const [errors, setErrors] = useState<{ password?: string; repeat?: string }>({});
  const [failure, setFailure] = useState('');
  const [state, setState] = useState<'asking' | 'busy' | 'done' | 'invalid'>(code ? 'asking' : 'invalid');

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setFailure('');
    if (state === 'busy' || !code) return;
    const found = {
      ...(password === '' ? { password: t('reset.hint') } : {}),
      ...(repeat === password ? {} : { repeat: t('reset.differ') }),
    };
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    setState('busy');
    try {
      await send(resetPasswordByLink, { body: { code, password } });
      setState('done');
    } catch (error) {
      const known = error instanceof ApiError ? error : null;
      if (known?.status === 404) return setState('invalid');
      setState('asking');
      const problem = known?.fields.find(({ path }) => path === 'password');
      if (problem) return setErrors({ password: await fieldText(problem) });
      setFailure(errorText(error, t));
    }
  };
  const ended = state === 'done' || state === 'invalid';
  return (
    <EntryFrame>
      <h1 className={styles.heading} data-page-title tabIndex={-1}>
        {t(ended ? `reset.${state}` : 'reset.heading')}
      </h1>
      <p className={styles.lead} role={ended ? 'status' : undefined}>
        {t(ended ? `reset.${state}Text` : 'reset.lead')}
      </p>
      {!ended && (
        <form className={styles.form} onSubmit={submit} noValidate aria-label={t('reset.heading')}>
          <div role="alert" className={styles.alertBox}>
            {failure && <p className={styles.alert}>{failure}</p>}
          </div>
          <PasswordField
            label={t('reset.password')}
            name="password"
            autoComplete="new-password"
            maxLength={16}
            hint={t('reset.hint')}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={errors.password}
          />
          <PasswordField
            label={t('reset.repeat')}
            name="repeat"
            autoComplete="new-password"
            maxLength={16}
            value={repeat}
            onChange={(event) => setRepeat(event.currentTarget.value)}
            error={errors.repeat}
          />
          <PlainButton kind="primary" type="submit" loading={state === 'busy'}>
            {t('reset.submit')}
          </PlainButton>
        </form>
      )}
      {state === 'invalid' && (
        <p className={styles.lead}>
          <Link to="/forgot">{t('reset.again')}</Link>
        </p>
      )}
      <p className={styles.lead}>
        <Link to="/login">{t('toLogin')}</Link>
      </p>
    </EntryFrame>
  );
}
