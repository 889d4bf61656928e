import { ringArc, stateOf } from '../things/index.ts';
import { clusterRadius, WARNING } from './fleet-groups.ts';
import styles from './fleet-map.module.css';

/** The symbol in a single marker: states differ in shape, not only in colour. */
const signs: Record<string, string> = {
  online: 'M-3 0.2-1 2.4 3 -2',
  fault: 'M-2.6 -2.6 2.6 2.6M2.6 -2.6-2.6 2.6',
  offline: 'M-2.6 2.6 2.6 -2.6',
  warning: 'M0 -3.4V0.8M0 3.4V3.5',
  upgrading: 'M0 3V-3M-2.4 -0.8 0 -3.2 2.4 -0.8',
  notActivated: 'M-2.8 0H2.8',
};

/** Name and tone of a device's look on the map. */
export const signOf = (look: number): { name: string; tone: string; word: string } => {
  if (look === WARNING) return { name: 'warning', tone: 'warning', word: 'level.warning' };
  const { name, tone } = stateOf(look);
  return { name, tone, word: `state.${name}` };
};

/** A device on the map: 18 px at a text size of 16. */
export function MarkerSign({ name }: { name: string }) {
  return (
    <svg width="1.125em" height="1.125em" viewBox="-9 -9 18 18" aria-hidden="true">
      <circle r="8" className={styles.disc} />
      <path d={signs[name]} className={styles.sign} />
    </svg>
  );
}

/** A cluster as a disc with its count; the ring shows the shares of states, worst first. */
export function ClusterSign({
  count,
  text,
  states,
}: {
  count: number;
  text: string;
  states: readonly { status: number; count: number }[];
}) {
  const r = clusterRadius(count);
  const half = r + 3;
  let from = 0;
  return (
    <svg
      width={`${half / 8}em`}
      height={`${half / 8}em`}
      viewBox={`${-half} ${-half} ${half * 2} ${half * 2}`}
      aria-hidden="true"
    >
      <circle r={half - 0.5} className={styles.group} />
      {states.map((state) => {
        const share = state.count / count;
        const arc = ringArc(r, from, share);
        from += share;
        return (
          <circle
            key={state.status}
            r={r}
            transform="rotate(-90)"
            className={styles.arc}
            data-tone={signOf(state.status).tone}
            strokeDasharray={arc.dasharray}
            strokeDashoffset={arc.dashoffset}
          />
        );
      })}
      <text className={styles.count} y="4">
        {text}
      </text>
    </svg>
  );
}
