import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { PlainButton } from '../ui/button/plain-button.tsx';
import styles from '../ui/page/plain-page.module.css';

/** Replaces a page that failed: shows the error, and retries with reloaded code. */
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
