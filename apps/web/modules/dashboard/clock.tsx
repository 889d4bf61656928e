import { localeOf, useFormat } from '@voltloop/ui';
import { useEffect, useState } from 'react';
import styles from './operation-page.module.css';

/** The time and day of this screen, to the second; in the zone of its reader, or the one given. */
export function Clock({ zone: given }: { zone?: string }) {
  const { language, zone: own } = useFormat();
  const zone = given ?? own;
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      setNow(new Date());
      // At the turn of the second, so that the clock does not drift against the others in the room.
      timer = setTimeout(tick, 1000 - (Date.now() % 1000));
    };
    tick();
    return () => clearTimeout(timer);
  }, []);
  const locale = localeOf(language);
  return (
    <time className={styles.clock} dateTime={now.toISOString()}>
      <span className={styles.day}>
        {now.toLocaleDateString(locale, { weekday: 'long', day: 'numeric', month: 'long', timeZone: zone })}
      </span>
      <span className={styles.hour}>{now.toLocaleTimeString(locale, { hour12: false, timeZone: zone })}</span>
    </time>
  );
}
