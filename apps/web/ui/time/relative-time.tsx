import { useEffect, useState } from 'react';
import { formatDate, formatRelative, NO_VALUE, useFormat } from '../text/format.ts';

export interface RelativeTimeProps {
  /** Epoch ms; null shows a dash. */
  time: number | null | undefined;
  /** IANA zone of the full date in the title. */
  zone?: string;
}

const listeners = new Set<(now_ms: number) => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for all relative times of the page, every 10 s, stopped when none is shown. */
function onTick(listener: (now_ms: number) => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each(Date.now());
  }, 10_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

/** Older times show the date instead of a number of months, ms. */
const LONG_AGO_MS = 30 * 86_400_000;

/** '3 minutes ago', updated, or the date of older times; the full date with seconds is its title. */
export function RelativeTime({ time, zone }: RelativeTimeProps) {
  const { language, zone: own } = useFormat();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => onTick(setNow), []);
  if (time === null || time === undefined) return <span>{NO_VALUE}</span>;
  return (
    <time
      dateTime={new Date(time).toISOString()}
      title={formatDate(time, 'dateTimeSeconds', zone ?? own, language)}
      style={{ whiteSpace: 'nowrap' }}
    >
      {now - time > LONG_AGO_MS
        ? formatDate(time, 'date', zone ?? own, language)
        : formatRelative(time, Math.max(now, time), language)}
    </time>
  );
}
