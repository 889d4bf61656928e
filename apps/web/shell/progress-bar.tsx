import { useNavigation } from 'react-router';
import styles from './progress-bar.module.css';

/** A thin bar at the top while the next page is on its way; it waits 120 ms, so that quick steps do not flicker. */
export function ProgressBar() {
  const busy = useNavigation().state !== 'idle';
  return (
    <div className={styles.bar} data-busy={busy || undefined} role="presentation">
      <div className={styles.fill} />
    </div>
  );
}
