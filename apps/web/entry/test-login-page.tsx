import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { signIn } from '../api/session.ts';
import styles from '../ui/page/plain-page.module.css';
import { notifyError } from '../ui/toast/notify-error.ts';
import { DemoAccounts } from './demo-accounts.tsx';

/** Development only: sign in to a demo account with one click (interpretation B05). */
export function TestLoginPage() {
  const { t } = useTranslation('developer');
  const navigate = useNavigate();
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      <h1 className={styles.title} tabIndex={-1} data-page-title>
        {t('testLogin')}
      </h1>
      <DemoAccounts
        onPick={(user, password) => {
          signIn(user, password).then(() => navigate('/'), notifyError);
        }}
      />
    </main>
  );
}
