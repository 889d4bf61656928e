import { IconArrowsMaximize, IconArrowsMinimize, IconWifi, IconWifiOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { toggleFullScreen } from '../full-screen/full-screen-toggle.ts';
import { useFullScreen } from '../full-screen/use-full-screen.ts';
import { RelativeTime } from '../time/relative-time.tsx';
import { Clock } from './clock.tsx';
import styles from './wall.module.css';

interface WallHeadProps {
  title: ReactNode;
  /** Left of the title. */
  mark?: ReactNode;
  live: boolean;
  /** Epoch ms of the figures, shown while they are not live. */
  asOf: number | null | undefined;
  /** Of the clock; by default the user's. */
  zone?: string;
}

/** The head of a wall: its title, whether its figures are live, the time, and the switch to full screen. */
export function WallHead({ title, mark, live, asOf, zone }: WallHeadProps) {
  const { t } = useTranslation('dashboard');
  const full = useFullScreen();
  const Icon = full ? IconArrowsMinimize : IconArrowsMaximize;
  const words = t(full ? 'leaveFullScreen' : 'fullScreen');
  return (
    <header className={styles.head}>
      {mark}
      <h1 className={styles.title} tabIndex={-1} data-page-title>
        {title}
      </h1>
      <p className={styles.live} data-connected={live || undefined} role="status">
        {live ? <IconWifi aria-hidden="true" /> : <IconWifiOff aria-hidden="true" />}
        {live ? t('live') : t('waiting')}
        {!live && asOf ? (
          <span>
            {t('asOf')} <RelativeTime time={asOf} />
          </span>
        ) : null}
      </p>
      <Clock zone={zone} />
      <button
        type="button"
        className={styles.full}
        aria-label={words}
        title={words}
        onClick={toggleFullScreen}
      >
        <Icon aria-hidden="true" />
      </button>
    </header>
  );
}
