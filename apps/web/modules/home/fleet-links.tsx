import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../ui/index.ts';
import { ThingState, thingPath } from '../things/index.ts';
import { DeviceProblem } from './device-problem.tsx';
import { lookOf, type Position, worseThan } from './fleet-groups.ts';
import styles from './fleet-map.module.css';

/** Maximum of listed devices; the list of devices has all of them. */
const MAX_SHOWN = 200;

/** Devices with their states, worst first, each linked to its page. */
export function FleetLinks({
  positions,
  className,
}: {
  positions: readonly Position[];
  className?: string | undefined;
}) {
  const { t } = useTranslation('home');
  const { number } = useFormat();
  const sorted = useMemo(
    () =>
      [...positions].sort((a, b) => {
        const [own, other] = [lookOf(a), lookOf(b)];
        if (own !== other) return worseThan(own, other) ? -1 : 1;
        return a.devname.localeCompare(b.devname);
      }),
    [positions],
  );
  const more = sorted.length - MAX_SHOWN;
  return (
    <div className={className}>
      <ul>
        {sorted.slice(0, MAX_SHOWN).map(({ devid, devname, status, problem_level }) => (
          <li key={devid}>
            <Link to={thingPath(devid)} className={styles.place}>
              <span>{devname || devid}</span>
              <span className={styles.states}>
                <DeviceProblem status={status} level={problem_level} />
                <ThingState status={status} variant="plain" />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {more > 0 && <p>{t('map.more', { count: more, total: number(more) })}</p>}
    </div>
  );
}
