import { roles } from '@voltloop/contract/roles.ts';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../context/use-account.ts';
import columns from '../../ui/columns.module.css';
import { PageHeader } from '../../ui/index.ts';
import { AboutCard } from './about-card.tsx';
import styles from './account-page.module.css';
import { ActivityCard } from './activity-card.tsx';
import { BrandLinkCard } from './brand-link-card.tsx';
import { PersonalDataCard } from './personal-data-card.tsx';
import { PreferencesCard } from './preferences-card.tsx';
import { SecurityCard } from './security-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { TokensCard } from './tokens-card.tsx';
import { WebhooksCard } from './webhooks-card.tsx';

/**
 * Security and preferences without the profile, for the main account, whose role has no Account page (specification
 * section 2) but needs a second factor most.
 */
export default function SecurityPage() {
  const { t } = useTranslation(['account', 'routes']);
  const { roleId } = useAccount();
  return (
    <>
      <PageHeader title={t('security', { ns: 'routes' })} description={t('leadSecurity')} />
      <div className={`${columns.page} ${styles.page}`}>
        <div className={`${columns.column} ${styles.column}`}>
          <SecurityCard />
          <SessionsCard />
          <TokensCard />
          {roleId === roles.mainAccount && <WebhooksCard />}
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
