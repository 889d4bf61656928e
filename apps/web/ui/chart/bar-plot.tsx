import { useId } from 'react';
import styles from './bar-chart.module.css';
import type { layoutBars } from './bar-layout.ts';

export interface BarCategory {
  key: string;
  /** Short, below the bars. */
  label: string;
  /** Longer, for tooltip and table. */
  title?: string;
}

/** Values of a previous period, drawn as a muted step line. */
export interface GhostLine {
  label: string;
  values: readonly (number | null)[];
}

/** The area of a plot within its drawing, px. */
interface Area {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** Width of a category. */
  band: number;
}

/** The drawing of a bar chart: grid, bars, the line of a previous period, and the labels of the axes. */
export function BarPlot({
  categories,
  shown,
  layout,
  ghost,
  ticks,
  tickTexts,
  area: { width, height, left, right, top, bottom, band },
  active,
  marked,
}: {
  categories: readonly BarCategory[];
  /** Colours of the series of `layout`, as CSS. */
  shown: readonly { css: string }[];
  layout: ReturnType<typeof layoutBars>;
  ghost: GhostLine | undefined;
  ticks: readonly number[];
  tickTexts: readonly string[];
  area: Area;
  /** The highlighted category. */
  active: number | null;
  marked: ReadonlySet<number> | undefined;
}) {
  const clip = useId();
  const low = ticks[0] ?? 0;
  const high = ticks[ticks.length - 1] ?? 1;
  const y = (value: number) => top + ((high - value) / (high - low)) * (bottom - top);
  const groups = Math.max(1, layout.groups);
  const inner = Math.min(band * 0.72, groups * 36);
  const barWidth = Math.max(1, inner / groups - (groups > 1 ? 2 : 0));
  const longest = Math.max(1, ...categories.map((each) => each.label.length));
  const every = Math.max(1, Math.ceil((longest * 7 + 10) / Math.max(band, 1)));
  return (
    <svg width={width} height={height} aria-hidden="true" className={styles.svg}>
      <clipPath id={clip}>
        <rect x={left} y={top} width={Math.max(0, right - left)} height={bottom - top} />
      </clipPath>
      {ticks.map((tick, i) => (
        <g key={tick}>
          <line
            x1={left}
            x2={right}
            y1={Math.round(y(tick)) + 0.5}
            y2={Math.round(y(tick)) + 0.5}
            className={tick === 0 ? styles.zero : styles.grid}
          />
          <text x={left - 8} y={y(tick) + 4} className={styles.tick} textAnchor="end">
            {tickTexts[i]}
          </text>
        </g>
      ))}
      {[...(marked ?? [])].map((index) => (
        <g key={index} className={styles.marked}>
          <rect x={left + index * band} y={top} width={band} height={bottom - top} opacity={0.16} />
          <rect x={left + index * band} y={top} width={band} height={3} />
        </g>
      ))}
      {active !== null && (
        <rect x={left + active * band} y={top} width={band} height={bottom - top} className={styles.active} />
      )}
      <g clipPath={`url(#${clip})`}>
        {layout.bars.map((bar) => {
          const x = left + bar.category * band + (band - inner) / 2 + bar.group * (inner / groups) + 0.5;
          const upper = y(Math.max(bar.from, bar.to));
          return (
            <rect
              key={`${bar.series}-${bar.category}`}
              x={x}
              y={upper}
              width={barWidth}
              height={Math.max(1, y(Math.min(bar.from, bar.to)) - upper)}
              rx={Math.min(3, barWidth / 3)}
              fill={shown[bar.series]?.css}
              opacity={active !== null && active !== bar.category ? 0.55 : 1}
            />
          );
        })}
      </g>
      {ghost && (
        <path
          className={styles.ghost}
          d={ghost.values
            .map((value, i) =>
              value === null || value === undefined
                ? ''
                : `${i > 0 && (ghost.values[i - 1] ?? null) !== null ? 'L' : 'M'}${left + i * band} ${y(value)}H${left + (i + 1) * band}`,
            )
            .join('')}
        />
      )}
      {categories.map((each, index) =>
        index % every === 0 ? (
          <text
            key={each.key}
            x={left + (index + 0.5) * band}
            y={height - 8}
            className={styles.tick}
            textAnchor="middle"
          >
            {each.label}
          </text>
        ) : null,
      )}
    </svg>
  );
}
