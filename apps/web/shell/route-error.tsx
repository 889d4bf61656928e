import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { PlainButton } from '../parts/plain-button.tsx';
import styles from '../parts/plain-page.module.css';

/** In place of a page that failed: says so, and tries again with fresh code. */
export function RouteError() {
  const { t } = useTranslation('errors');
  const error = useRouteError();
  console.error(error);
  return (
    <div className={styles.page} role="alert">
      <h1 className={styles.title} tabIndex={-1} data-page-title>
        {t('pageFailed')}
      </h1>
      <p className={styles.text}>{t('pageFailedText')}</p>
      <div className={styles.actions}>
        <PlainButton kind="primary" onClick={() => window.location.reload()}>
          {t('reload')}
        </PlainButton>
      </div>
    </div>
  );
}
