import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useBrand, useProductName } from '../context/brand.ts';
import { useSettings } from '../context/settings/settings-store.ts';
import { useSetupInfo } from '../context/setup-info.ts';
import { LanguageSwitch } from '../ui/language-switch.tsx';
import { BrandMark } from '../ui/logo.tsx';
import { ColorSchemeSwitch } from '../ui/theme/color-scheme-switch.tsx';
import { EnergyDay } from './energy-day.tsx';
import styles from './entry-frame.module.css';

/** The frame of the pages before sign-in: the brand panel beside the form. */
export function EntryFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation(['common', 'login']);
  const version = useSetupInfo((state) => state.version);
  const title = useSettings((state) => state.title);
  const product = useProductName();
  const branded = useBrand(({ brand }) => brand !== null);
  return (
    <div className={styles.frame}>
      <aside className={styles.brand} aria-label={product}>
        <div className={styles.brandHead}>
          <BrandMark size={36} />
          <span className={styles.product}>{product}</span>
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
          {branded ? product : t(title)}
          {version && <span> · {version}</span>}
        </footer>
      </div>
    </div>
  );
}
