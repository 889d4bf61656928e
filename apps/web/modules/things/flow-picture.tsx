import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { chartColor, energyColors } from '../../ui/chart/chart-colors.ts';
import { useFormat } from '../../ui/index.ts';
import { lines, NODE_RADIUS, type NodeName, nodes, rails, VIEW } from './flow-geometry.ts';
import styles from './flow-picture.module.css';
import {
  type FlowName,
  flowDuration_s,
  flowWidth,
  isFlowing,
  loadShares,
  type Powers,
  ringArc,
  splitFlows,
} from './flow-values.ts';
import { batteryDirection, gridDirection, kwOf } from './power.ts';

export interface FlowPictureProps extends Powers {
  soc_pct: number | null;
  /** The values are stale: the animation stops and fades. */
  stale: boolean;
  /** Nodes that the device has no values for, ever. */
  without?: readonly NodeName[];
}

const colors: Record<NodeName, string> = {
  pv: chartColor(energyColors.pv, 0),
  grid: chartColor(energyColors.grid, 0),
  load: chartColor(energyColors.load, 0),
  battery: chartColor(energyColors.battery, 0),
};

const flowing = (color: string, more: Record<string, string> = {}) =>
  ({ '--flow': color, ...more }) as CSSProperties;

/** Energy flow between sun, battery, grid and house: moving lines where power flows, faster with more power. */
export function FlowPicture(props: FlowPictureProps) {
  const { soc_pct, stale, pv_w, battery_w, grid_w, load_w, without = [] } = props;
  const { t } = useTranslation('things');
  const { language, number } = useFormat();
  const flows = splitFlows(props);
  const shares = loadShares(flows);
  const battery = batteryDirection(battery_w);
  const grid = gridDirection(grid_w);
  const kw = (power_w: number | null) => kwOf(power_w, language).text;

  return (
    <figure className={styles.picture} data-stale={stale || undefined}>
      <svg className={styles.svg} viewBox={`0 0 ${VIEW.width} ${VIEW.height}`} aria-hidden="true">
        {rails
          .filter((name) => !without.includes(lines[name].from) && !without.includes(lines[name].to))
          .map((name) => (
            <path key={name} d={lines[name].path} className={styles.rail} />
          ))}
        {(Object.keys(lines) as FlowName[]).map((name) =>
          isFlowing(flows[name]) ? <Flow key={name} name={name} power_w={flows[name]} still={stale} /> : null,
        )}

        {!without.includes('pv') && (
          <Node name="pv" label={t('flow.pv')} value={kw(pv_w)} labelAt="above">
            <SunIcon />
          </Node>
        )}
        {!without.includes('grid') && (
          <Node
            name="grid"
            label={t('flow.grid')}
            value={kw(grid_w)}
            word={grid ? t(`direction.${grid}`) : undefined}
            labelAt="above"
          >
            <GridIcon />
          </Node>
        )}
        {!without.includes('load') && (
          <Node
            name="load"
            label={t('flow.load')}
            value={kw(load_w)}
            labelAt="above"
            ring={[
              { share: shares.pv, color: colors.pv },
              { share: shares.battery, color: colors.battery },
              { share: shares.grid, color: colors.grid },
            ]}
          >
            <HouseIcon />
          </Node>
        )}
        <Node
          name="battery"
          label={t('flow.battery')}
          value={kw(battery_w)}
          word={battery ? t(`direction.${battery}`) : undefined}
          labelAt="below"
          suffix={soc_pct === null ? undefined : `${number(soc_pct, 0)} %`}
          ring={[{ share: (soc_pct ?? 0) / 100, color: colors.battery }]}
        >
          <BatteryIcon soc_pct={soc_pct} />
        </Node>
      </svg>
      <figcaption className="visually-hidden">
        {t('flow.sentence', {
          pv: kw(pv_w),
          load: kw(load_w),
          battery: battery ? t(`direction.${battery}`) : t('direction.unknown'),
          battery_kw: kw(battery_w),
          soc: number(soc_pct, 0),
          grid: grid ? t(`direction.${grid}`) : t('direction.unknown'),
          grid_kw: kw(grid_w),
        })}
      </figcaption>
    </figure>
  );
}

function Flow({ name, power_w, still }: { name: FlowName; power_w: number; still: boolean }) {
  const line = lines[name];
  const color = colors[line.from];
  const width = flowWidth(power_w);
  return (
    <g style={flowing(color, { '--travel': `${flowDuration_s(power_w)}s` })}>
      <path d={line.path} className={styles.line} strokeWidth={width} />
      {!still && (
        <path d={line.path} className={styles.dots} strokeWidth={width + 2.2} data-reversed={line.reversed} />
      )}
      <path
        className={styles.still}
        d="M-5 -6 6 0 -5 6Z"
        transform={`translate(${line.arrow.x} ${line.arrow.y}) rotate(${line.arrow.angle})`}
      />
    </g>
  );
}

interface NodeProps {
  name: NodeName;
  label: string;
  value: string;
  /** The direction: charging, importing. */
  word?: string;
  /** Beside the label: the state of charge. */
  suffix?: string;
  labelAt: 'above' | 'below';
  /** Parts of the ring, clockwise from the top. */
  ring?: { share: number; color: string }[];
  /** An icon of 24 units, centred on 0,0. */
  children: ReactNode;
}

function Node({ name, label, value, word, suffix, labelAt, ring, children }: NodeProps) {
  const { x, y } = nodes[name];
  let from = 0;
  const arcs = (ring ?? []).map((part) => {
    const arc = { ...part, ...ringArc(NODE_RADIUS, from, part.share) };
    from += part.share;
    return arc;
  });
  return (
    <g transform={`translate(${x} ${y})`} style={flowing(colors[name])}>
      <circle
        r={NODE_RADIUS}
        className={styles.node}
        style={ring ? { stroke: 'none' } : { stroke: colors[name] }}
      />
      {ring && <circle r={NODE_RADIUS} className={styles.track} />}
      {arcs.map((arc) => (
        <circle
          key={arc.color}
          r={NODE_RADIUS}
          transform="rotate(-90)"
          className={styles.ring}
          style={flowing(arc.color)}
          strokeDasharray={arc.dasharray}
          strokeDashoffset={arc.dashoffset}
          visibility={arc.share > 0 ? undefined : 'hidden'}
        />
      ))}
      <g className={styles.icon} transform={`translate(0 ${word ? -20 : -15})`}>
        {children}
      </g>
      <text className={styles.value} y={word ? 11 : 17}>
        {value}
        <tspan className={styles.unit} dx="3">
          kW
        </tspan>
      </text>
      {word && (
        <text className={styles.word} y={27}>
          {word}
        </text>
      )}
      <text className={styles.name} y={labelAt === 'above' ? -NODE_RADIUS - 12 : NODE_RADIUS + 22}>
        {label}
        {suffix && (
          <tspan className={styles.soc} dx="6">
            {suffix}
          </tspan>
        )}
      </text>
    </g>
  );
}

const stroke = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.8,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

function SunIcon() {
  return (
    <g {...stroke}>
      <circle r="4.5" />
      {[0, 45, 90, 135, 180, 225, 270, 315].map((angle) => (
        <path key={angle} d="M0 -8.5V-11" transform={`rotate(${angle})`} />
      ))}
    </g>
  );
}

function GridIcon() {
  return (
    <path
      {...stroke}
      d="M-7 11 -3 -11H3L7 11M-4.2 -4H4.2M-5.4 3H5.4M-9 -4H-4.2M9 -4H4.2M-4 -4 5.4 3M4 -4 -5.4 3"
    />
  );
}

function HouseIcon() {
  return <path {...stroke} d="M-11 0 0 -10 11 0M-8 -2.5V10H8V-2.5M-2.5 10V3H2.5V10" />;
}

function BatteryIcon({ soc_pct }: { soc_pct: number | null }) {
  const height = Math.round((Math.min(Math.max(soc_pct ?? 0, 0), 100) / 100) * 14 * 10) / 10;
  return (
    <g>
      <rect {...stroke} x="-6.5" y="-8" width="13" height="19" rx="2.5" />
      <path {...stroke} d="M-2.5 -11H2.5" />
      <rect x="-4" y={8.5 - height} width="8" height={height} rx="1" fill="currentColor" />
    </g>
  );
}
