import { useNavigation } from 'react-router';
import styles from './progress-bar.module.css';

/** A thin progress bar at the top while the next page loads; delayed by 120 ms, so that it does not flicker. */
export function ProgressBar() {
  const busy = useNavigation().state !== 'idle';
  return (
    <div className={styles.bar} data-busy={busy || undefined} role="presentation">
      <div className={styles.fill} />
    </div>
  );
}
