import { unsubscribeReports } from '@voltloop/contract/calls/reports.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { ApiError } from '../api/errors.ts';
import { send } from '../api/send.ts';
import { codeOfHash } from '../modules/accounts/index.ts';
import { PlainButton } from '../ui/button/plain-button.tsx';
import { errorText } from '../ui/states/error-text.ts';
import styles from './entry-frame.module.css';
import { EntryFrame } from './entry-frame.tsx';

/** Target of the link at the foot of a report's e-mail. Unsubscribing needs a click, as some programs open every link. */
export function UnsubscribePage() {
  const { t } = useTranslation(['unsubscribe', 'errors']);
  const code = codeOfHash(useLocation().hash);
  const [state, setState] = useState<'asking' | 'busy' | 'done' | 'invalid'>(code ? 'asking' : 'invalid');
  const [failure, setFailure] = useState('');
  const end = async () => {
    if (!code) return;
    setFailure('');
    setState('busy');
    try {
      await send(unsubscribeReports, { body: { code } });
      setState('done');
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return setState('invalid');
      setState('asking');
      setFailure(errorText(error, t));
    }
  };
  const shown = state === 'busy' ? 'asking' : state;
  return (
    <EntryFrame>
      <h1 className={styles.heading} data-page-title tabIndex={-1}>
        {t(`${shown}.heading`)}
      </h1>
      <p className={styles.lead} role={shown === 'asking' ? undefined : 'status'}>
        {t(`${shown}.text`)}
      </p>
      <div role="alert" className={styles.alertBox}>
        {failure && <p className={styles.alert}>{failure}</p>}
      </div>
      {shown === 'asking' && (
        <PlainButton kind="primary" loading={state === 'busy'} onClick={() => void end()}>
          {t('submit')}
        </PlainButton>
      )}
      <p className={styles.lead}>
        <Link to="/login">{t('toLogin')}</Link>
      </p>
    </EntryFrame>
  );
}
