import { clockText } from '@voltloop/domain/clock/clock-time.ts';
import { useTranslation } from 'react-i18next';
import styles from './energy-day.module.css';

const WIDTH = 720;
const HEIGHT = 250;

/** Smooth path through points (Catmull-Rom as cubic Béziers). */
function smooth(points: readonly (readonly [number, number])[]): string {
  let path = `M${points[0]?.[0]} ${points[0]?.[1]}`;
  for (let i = 0; i < points.length - 1; i++) {
    const [p0, p1, p2, p3] = [
      points[i - 1] ?? points[i]!,
      points[i]!,
      points[i + 1]!,
      points[i + 2] ?? points[i + 1]!,
    ];
    const c1 = [p1[0] + (p2[0] - p0[0]) / 6, p1[1] + (p2[1] - p0[1]) / 6];
    const c2 = [p2[0] - (p3[0] - p1[0]) / 6, p2[1] - (p3[1] - p1[1]) / 6];
    path += `C${[...c1, ...c2, ...p2].map((n) => n!.toFixed(1)).join(' ')}`;
  }
  return path;
}

/** A curve of hourly values, 0-1, over the whole width. */
function curve(values: readonly number[]): readonly (readonly [number, number])[] {
  return values.map((v, i) => [(i / (values.length - 1)) * WIDTH, HEIGHT - 26 - v * (HEIGHT - 60)] as const);
}

const sun = curve([
  0, 0, 0, 0, 0, 0.01, 0.05, 0.16, 0.34, 0.55, 0.74, 0.88, 0.94, 0.92, 0.82, 0.66, 0.46, 0.26, 0.1, 0.02, 0,
  0, 0, 0, 0,
]);
const load = curve([
  0.16, 0.13, 0.12, 0.12, 0.13, 0.17, 0.3, 0.42, 0.36, 0.26, 0.24, 0.27, 0.34, 0.3, 0.25, 0.26, 0.32, 0.46,
  0.6, 0.66, 0.6, 0.48, 0.34, 0.24, 0.17,
]);
const charge = curve([
  0.42, 0.37, 0.33, 0.29, 0.25, 0.21, 0.16, 0.13, 0.16, 0.27, 0.43, 0.61, 0.78, 0.9, 0.97, 1, 0.99, 0.94,
  0.84, 0.74, 0.65, 0.58, 0.52, 0.47, 0.43,
]);

/** The illustration of the brand panel: a day of a home battery with sun, load and state of charge. */
export function EnergyDay() {
  const { t } = useTranslation('login');
  return (
    <svg
      className={styles.day}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      <defs>
        <linearGradient id="day-sun" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#ffc46b" stopOpacity="0.34" />
          <stop offset="1" stopColor="#ffc46b" stopOpacity="0" />
        </linearGradient>
        <linearGradient id="day-charge" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#409eff" stopOpacity="0.3" />
          <stop offset="1" stopColor="#409eff" stopOpacity="0" />
        </linearGradient>
      </defs>
      {[0, 6, 12, 18, 24].map((hour) => {
        const x = Math.min(WIDTH - 1, Math.max(1, (hour / 24) * WIDTH));
        return (
          <g key={hour}>
            <line x1={x} x2={x} y1="14" y2={HEIGHT - 26} className={styles.grid} />
            {hour > 0 && hour < 24 && (
              <text x={x} y={HEIGHT - 9} className={styles.hour} textAnchor="middle">
                {clockText(hour * 60)}
              </text>
            )}
          </g>
        );
      })}
      <line x1="0" x2={WIDTH} y1={HEIGHT - 26} y2={HEIGHT - 26} className={styles.grid} />
      <path d={`${smooth(charge)}L${WIDTH} ${HEIGHT - 26}L0 ${HEIGHT - 26}Z`} fill="url(#day-charge)" />
      <path d={`${smooth(sun)}L${WIDTH} ${HEIGHT - 26}L0 ${HEIGHT - 26}Z`} fill="url(#day-sun)" />
      <path d={smooth(sun)} className={styles.line} stroke="#ffc46b" pathLength="1" />
      <path d={smooth(load)} className={styles.line} stroke="#dfe9f8" strokeDasharray="2 6" opacity="0.8" />
      <path d={smooth(charge)} className={styles.line} stroke="#5aa9ff" pathLength="1" />
      <g className={styles.names}>
        <text x={WIDTH * 0.42} y="34" fill="#ffc46b" textAnchor="end">
          {t('day.sun')}
        </text>
        <text x={WIDTH * 0.72} y="28" fill="#8ac2ff" textAnchor="start">
          {t('day.charge')}
        </text>
        <text x={WIDTH * 0.29} y="132" fill="#dfe9f8" textAnchor="middle">
          {t('day.load')}
        </text>
      </g>
    </svg>
  );
}
