import { useTranslation } from 'react-i18next';
import styles from './demo-accounts.module.css';

/** The accounts of the demo data set; the server reports whether this instance has them. */
const accounts = [
  { user: 'demo_main', kind: 'main' },
  { user: 'demo_factory', kind: 'factory' },
  { user: 'demo_agent1', kind: 'agent1' },
  { user: 'demo_agent2', kind: 'agent2' },
  { user: 'demo_company', kind: 'company' },
  { user: 'demo_installer', kind: 'installer' },
  { user: 'demo_enduser', kind: 'enduser' },
  { user: 'demo_staff', kind: 'staff' },
] as const;
const DEMO_PASSWORD = 'Volt-demo-2026';

interface DemoAccountsProps {
  onPick: (user: string, password: string) => void;
}

/** A demo instance's accounts, each filled into the form with one click. */
export function DemoAccounts({ onPick }: DemoAccountsProps) {
  const { t } = useTranslation('login');
  return (
    <section className={styles.demo} aria-labelledby="demo-title">
      <h2 id="demo-title" className={styles.title}>
        {t('demo.title')}
      </h2>
      <p className={styles.text}>
        {t('demo.text')} <code className={styles.code}>{DEMO_PASSWORD}</code>
      </p>
      <ul className={styles.list}>
        {accounts.map(({ user, kind }) => (
          <li key={user}>
            <button type="button" className={styles.pick} onClick={() => onPick(user, DEMO_PASSWORD)}>
              <span className={styles.kind}>{t(`demo.${kind}`)}</span>
              <span className={styles.user}>{user}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
