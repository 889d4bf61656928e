import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import type { Scheme } from '../../context/settings/theme-colors.ts';
import { themeTokens } from '../../context/settings/theme-colors.ts';
import { LogoMark } from '../../ui/logo.tsx';
import styles from './brand.module.css';

interface Shown {
  name: string;
  /** #rrggbb. */
  color: string;
  logo: string | null;
}

/** A live preview of the brand in both schemes. */
export function BrandPreview(shown: Shown) {
  const { t } = useTranslation('brand');
  return (
    <div className={styles.previews}>
      {(['light', 'dark'] as const).map((scheme) => (
        <figure key={scheme} className={styles.figure}>
          <Sample {...shown} scheme={scheme} />
          <figcaption>{t(`preview.${scheme}`)}</figcaption>
        </figure>
      ))}
    </div>
  );
}

function Sample({ name, color, logo, scheme }: Shown & { scheme: Scheme }) {
  const { t } = useTranslation('brand');
  // Set as properties of the element by script: a typed colour never becomes part of a style sheet.
  const tokens = Object.fromEntries(
    Object.entries(themeTokens(color, scheme)).map(([token, value]) => [`--vl-${token}`, value]),
  ) as CSSProperties;
  return (
    <div className={styles.sample} data-scheme={scheme} style={tokens} aria-hidden="true">
      <div className={styles.sampleHead}>
        {logo ? <img src={logo} alt="" /> : <LogoMark systemType="fnj" size={24} />}
        <span>{name}</span>
      </div>
      <div className={styles.sampleBody}>
        <span className={styles.sampleChosen}>{t('preview.chosen')}</span>
        <span className={styles.sampleLink}>{t('preview.link')}</span>
        <span className={styles.sampleButton}>{t('preview.button')}</span>
      </div>
    </div>
  );
}
