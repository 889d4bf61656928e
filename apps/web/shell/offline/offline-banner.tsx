import { IconWifiOff } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useFreshness } from './freshness.ts';
import styles from './offline-banner.module.css';

function subscribe(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

/** Says that the browser has no network, and from when what is shown is. */
export function OfflineBanner() {
  const { t, i18n } = useTranslation();
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  const asOf = useFreshness((state) => state.asOf);
  const time =
    asOf === null
      ? null
      : new Date(asOf).toLocaleTimeString(i18n.language === 'zh' ? 'zh-CN' : 'en-GB', {
          hour: '2-digit',
          minute: '2-digit',
        });
  return (
    <div role="status">
      {!online && (
        <p className={styles.banner}>
          <IconWifiOff size={16} stroke={1.8} aria-hidden="true" />
          {time ? `${t('offline')} ${t('asOf', { time })}` : t('offline')}
        </p>
      )}
    </div>
  );
}
