import { createFirstAccount } from '@voltloop/contract/calls/accounts.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ApiError, describeError } from '../api/errors.ts';
import { send } from '../api/send.ts';
import { begin } from '../api/session.ts';
import { loadSetupInfo, useSetupInfo } from '../context/setup-info.ts';
import { Field, PasswordField } from '../parts/field.tsx';
import { fieldText } from '../parts/field-text.ts';
import { PlainButton } from '../parts/plain-button.tsx';
import styles from './entry-frame.module.css';
import { EntryFrame } from './entry-frame.tsx';
import { checkFirstAccount, type FirstAccount } from './setup-rules.ts';

const empty: FirstAccount = { code: '', user_name: '', name: '', email: '', password: '', repeat: '' };
const fields = ['code', 'user_name', 'name', 'email', 'password', 'repeat'] as const;

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
  const form = useRef<HTMLFormElement>(null);
  // The URL that the server prints has the code after the #, which browsers do not send.
  const [values, setValues] = useState(() => ({ ...empty, code: codeInAddress() }));
  const [errors, setErrors] = useState<Partial<Record<keyof FirstAccount, string>>>({});
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    void loadSetupInfo().then(() => {
      const { needs_setup, version } = useSetupInfo.getState();
      if (version && !needs_setup) navigate('/login', { replace: true });
    });
  }, [navigate]);

  const show = (found: Partial<Record<keyof FirstAccount, string>>) => {
    setErrors(found);
    const first = fields.find((field) => found[field]);
    if (first) form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
    return first === undefined;
  };
  const textOf = (field: keyof FirstAccount) => {
    const error = errors[field];
    return error === undefined ? undefined : t(error, { defaultValue: error });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setFailure('');
    if (busy || !show(checkFirstAccount(values))) return;
    setBusy(true);
    try {
      const { repeat: _, ...body } = values;
      begin(await send(createFirstAccount, { body }));
      useSetupInfo.setState({ needs_setup: false });
      navigate('/', { replace: true });
    } catch (error) {
      setBusy(false);
      const found: Partial<Record<keyof FirstAccount, string>> = {};
      if (error instanceof ApiError)
        for (const problem of error.fields)
          if ((fields as readonly string[]).includes(problem.path))
            found[problem.path as keyof FirstAccount] ??= await fieldText(problem);
      if (!show(found)) return;
      const words = error instanceof ApiError ? describeError(error) : { key: 'unexpected' };
      setFailure('key' in words ? t(words.key, { ns: 'errors' }) : words.text);
    }
  };
  const bind = (field: keyof FirstAccount) => ({
    name: field,
    label: t(`field.${field}`),
    value: values[field],
    error: textOf(field),
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setValues((now) => ({ ...now, [field]: value }));
      if (errors[field]) setErrors(({ [field]: _, ...rest }) => rest);
    },
    onBlur: () => {
      const problem = values[field] ? checkFirstAccount(values)[field] : undefined;
      if (problem) setErrors((now) => ({ ...now, [field]: problem }));
    },
  });

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
