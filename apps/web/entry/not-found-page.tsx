import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import button from '../ui/button/plain-button.module.css';
import styles from '../ui/page/plain-page.module.css';

/** The page of unknown addresses. */
export function NotFoundPage() {
  const { t } = useTranslation('errors');
  return (
    <main id="main" className={styles.full} tabIndex={-1}>
      <p className={styles.figure} aria-hidden="true">
        404
      </p>
      <h1 className={styles.title} tabIndex={-1} data-page-title>
        {t('pageNotFound')}
      </h1>
      <p className={styles.text}>{t('pageNotFoundText')}</p>
      <div className={styles.actions}>
        <Link to="/" className={button.button} data-kind="primary">
          {t('toStart')}
        </Link>
      </div>
    </main>
  );
}
