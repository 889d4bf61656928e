import { IconWifiOff } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useReach } from '../../api/reach.ts';
import { localeOf } from '../../ui/text/format.ts';
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

/** Shows that the browser is offline or the server unreachable, and the age of the data shown. */
export function OfflineBanner() {
  const { t, i18n } = useTranslation();
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  const lost = useReach((state) => state.lost);
  const asOf = useFreshness((state) => state.asOf);
  const time =
    asOf !== null &&
    new Date(asOf).toLocaleTimeString(localeOf(i18n.language), { hour: '2-digit', minute: '2-digit' });
  const words = t(online ? 'unreached' : 'offline');
  return (
    <div role="status">
      {(!online || lost) && (
        <p className={styles.banner}>
          <IconWifiOff size={16} stroke={1.8} aria-hidden="true" />
          {time ? `${words} ${t('asOf', { time })}` : words}
        </p>
      )}
    </div>
  );
}
