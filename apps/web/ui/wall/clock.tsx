import { useEffect, useState } from 'react';
import { localeOf, useFormat } from '../text/format.ts';
import styles from './wall.module.css';

/** Time and date to the second, in the given zone or the user's. */
export function Clock({ zone: given }: { zone: string | undefined }) {
  const { language, zone: own } = useFormat();
  const zone = given ?? own;
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      setNow(new Date());
      // Ticks when the second changes, so that it stays in step with other clocks nearby.
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
