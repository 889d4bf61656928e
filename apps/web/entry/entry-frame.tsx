import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../context/settings/settings-store.ts';
import { useSetupInfo } from '../context/setup-info.ts';
import { ColorSchemeSwitch } from '../parts/color-scheme-switch.tsx';
import { LanguageSwitch } from '../parts/language-switch.tsx';
import { LogoMark } from '../parts/logo.tsx';
import { EnergyDay } from './energy-day.tsx';
import styles from './entry-frame.module.css';

/** The frame of the pages before sign-in: the brand panel beside the form. */
export function EntryFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation(['common', 'login']);
  const version = useSetupInfo((state) => state.version);
  const { systemType, title } = useSettings();
  return (
    <div className={styles.frame}>
      <aside className={styles.brand} aria-label={t('productName')}>
        <div className={styles.brandHead}>
          <LogoMark systemType={systemType} size={36} />
          <span className={styles.product}>{t('productName')}</span>
        </div>
        <div className={styles.brandBody}>
          <p className={styles.claim}>{t('claim', { ns: 'login' })}</p>
          <p className={styles.claimText}>{t('claimText', { ns: 'login' })}</p>
        </div>
        <EnergyDay />
      </aside>
      <div className={styles.side}>
        <div className={styles.switches}>
          <LanguageSwitch />
          <ColorSchemeSwitch />
        </div>
        <main id="main" className={styles.main} tabIndex={-1}>
          {children}
        </main>
        <footer className={styles.foot}>
          {t(title)}
          {version && <span> · {version}</span>}
        </footer>
      </div>
    </div>
  );
}
