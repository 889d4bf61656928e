import { codes } from '@voltloop/contract/codes.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/errors.ts';
import { PlainButton } from '../ui/button/plain-button.tsx';
import { Field } from '../ui/form/field.tsx';
import styles from './entry-frame.module.css';

interface CodeStepProps {
  /** Signs in with the code; throws the server's error. */
  onCode: (code: string) => Promise<void>;
  describe: (error: unknown) => string;
  /** Returns to name and password, with a reason if there is one. */
  onBack: (why: string) => void;
}

/** The second step of signing in: a code of the authenticator, or one of the recovery codes. */
export function CodeStep({ onCode, describe, onBack }: CodeStepProps) {
  const { t } = useTranslation(['login', 'errors']);
  const [code, setCode] = useState('');
  const [recovery, setRecovery] = useState(false);
  const [failure, setFailure] = useState('');
  const [missing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => input.current?.focus(), []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setFailure('');
    const entered = (input.current?.value ?? code).trim();
    setMissing(entered === '');
    if (!entered) {
      input.current?.focus();
      return;
    }
    setBusy(true);
    try {
      await onCode(entered);
    } catch (error) {
      setBusy(false);
      const words = describe(error);
      // Only an invalid code or a network failure can be retried here: otherwise sign-in starts over.
      const retryable = error instanceof ApiError && [codes.secondFactorFailed.code, 0].includes(error.code);
      if (!retryable) return onBack(words);
      setFailure(words);
      setCode('');
      input.current?.focus();
    }
  };
  const toggle = () => {
    setRecovery(!recovery);
    setCode('');
    setFailure('');
    setMissing(false);
    input.current?.focus();
  };

  return (
    <>
      <h1 className={styles.heading} data-page-title tabIndex={-1}>
        {t('code.heading')}
      </h1>
      <p className={styles.lead}>{t(recovery ? 'code.leadRecovery' : 'code.lead')}</p>
      <form className={styles.form} onSubmit={submit} noValidate aria-label={t('code.heading')}>
        <div role="alert" className={styles.alertBox}>
          {failure && <p className={styles.alert}>{failure}</p>}
        </div>
        <Field
          ref={input}
          label={t(recovery ? 'code.labelRecovery' : 'code.label')}
          name="otp"
          autoComplete="one-time-code"
          inputMode={recovery ? 'text' : 'numeric'}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          error={missing && !code.trim() ? t('code.missing') : undefined}
        />
        <PlainButton kind="primary" type="submit" loading={busy}>
          {t(busy ? 'busy' : 'code.submit')}
        </PlainButton>
        <div className={styles.others}>
          <button type="button" className={styles.link} onClick={toggle}>
            {t(recovery ? 'code.useApp' : 'code.useRecovery')}
          </button>
          <button type="button" className={styles.link} onClick={() => onBack('')}>
            {t('code.back')}
          </button>
        </div>
      </form>
    </>
  );
}
