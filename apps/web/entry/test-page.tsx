import { getSetup } from '@voltloop/contract/calls/accounts.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../api/send.ts';
import styles from '../ui/page/plain-page.module.css';

/** Development only: the running build, and whether the API answers (interpretation B05). */
export function TestPage() {
  const { t } = useTranslation('developer');
  const [status, setStatus] = useState<string | null>(null);
  useEffect(() => {
    send(getSetup, {}).then(
      (info) => setStatus(t('apiYes', { version: info.version })),
      () => setStatus(t('apiNo')),
    );
  }, [t]);
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      <h1 className={styles.title} tabIndex={-1} data-page-title>
        {t('test')}
      </h1>
      <p className={styles.text}>{t('build', { mode: import.meta.env.MODE })}</p>
      <p className={styles.text} role="status">
        {status ?? '…'}
      </p>
    </main>
  );
}
