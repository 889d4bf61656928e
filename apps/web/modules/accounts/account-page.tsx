import { useTranslation } from 'react-i18next';
import columns from '../../ui/columns.module.css';
import { PageHeader } from '../../ui/index.ts';
import { AboutCard } from './about-card.tsx';
import styles from './account-page.module.css';
import { ActivityCard } from './activity-card.tsx';
import { BrandLinkCard } from './brand-link-card.tsx';
import { PersonalDataCard } from './personal-data-card.tsx';
import { PreferencesCard } from './preferences-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { SecurityCard } from './security-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { TokensCard } from './tokens-card.tsx';

/** The signed-in account: profile, security, sessions and preferences. */
export default function AccountPage() {
  const { t } = useTranslation(['account', 'routes']);
  return (
    <>
      <PageHeader title={t('account', { ns: 'routes' })} description={t('lead')} />
      <div className={`${columns.page} ${styles.page}`}>
        <div className={`${columns.column} ${styles.column}`}>
          <ProfileCard />
          <SecurityCard />
          <SessionsCard />
          <TokensCard />
        </div>
        <div className={`${columns.column} ${styles.column}`}>
          <AboutCard />
          <PreferencesCard />
          <BrandLinkCard />
          <ActivityCard />
          <PersonalDataCard />
        </div>
      </div>
    </>
  );
}
