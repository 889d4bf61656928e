import type { TestCurve } from '@voltloop/contract/calls/testing.ts';
import type { Language } from '../../documents/index.ts';
import { type Axis, axisOf, pathOf } from './curve-axes.ts';
import styles from './report-sheet.module.css';
import { printed } from './words.ts';

/** Of the drawing, in its own units. */
const BOX = { left: 46, right: 674, top: 14, bottom: 186, width: 720, height: 226 };

/** Voltage and current over hours, black on white: voltage solid, current dashed. */
export function CurveDrawing({ curve, language }: { curve: TestCurve; language: Language }) {
  const hours = curve.time_s.map((second) => second / 3600);
  const x = axisOf(hours, BOX.left, BOX.right, false);
  const voltage = axisOf(curve.voltage_V, BOX.bottom, BOX.top, false);
  const current = axisOf(curve.current_A, BOX.bottom, BOX.top, true);
  return (
    <svg
      className={styles.curve}
      viewBox={`0 0 ${BOX.width} ${BOX.height}`}
      role="img"
      aria-label={printed.curve[language]}
    >
      <rect x={BOX.left} y={BOX.top} width={BOX.right - BOX.left} height={BOX.bottom - BOX.top} />
      <Ticks axis={x} at={(place) => ({ x: place, y: BOX.bottom + 13 })} anchor="middle" grid="x" />
      <Ticks axis={voltage} at={(place) => ({ x: BOX.left - 5, y: place + 3.5 })} anchor="end" grid="y" />
      <Ticks axis={current} at={(place) => ({ x: BOX.right + 5, y: place + 3.5 })} anchor="start" />
      <path d={pathOf(hours, curve.voltage_V, x, voltage)} />
      <path d={pathOf(hours, curve.current_A, x, current)} strokeDasharray="4 2.5" />
      <g className={styles.legend}>
        <line x1={BOX.left} x2={BOX.left + 22} y1={BOX.height - 7} y2={BOX.height - 7} />
        <text x={BOX.left + 27} y={BOX.height - 3.5}>
          {printed.voltage[language]}
        </text>
        <line
          x1={BOX.left + 130}
          x2={BOX.left + 152}
          y1={BOX.height - 7}
          y2={BOX.height - 7}
          strokeDasharray="4 2.5"
        />
        <text x={BOX.left + 157} y={BOX.height - 3.5}>
          {printed.current[language]}
        </text>
        <text x={BOX.right} y={BOX.height - 3.5} textAnchor="end">
          {printed.hours[language]}
        </text>
      </g>
    </svg>
  );
}

interface TicksProps {
  axis: Axis;
  at: (place: number) => { x: number; y: number };
  anchor: 'start' | 'middle' | 'end';
  grid?: 'x' | 'y';
}

function Ticks({ axis, at, anchor, grid }: TicksProps) {
  return axis.ticks.map(({ place, text }) => (
    <g key={text}>
      {grid === 'x' && <line className={styles.grid} x1={place} x2={place} y1={BOX.top} y2={BOX.bottom} />}
      {grid === 'y' && <line className={styles.grid} x1={BOX.left} x2={BOX.right} y1={place} y2={place} />}
      <text {...at(place)} textAnchor={anchor}>
        {text}
      </text>
    </g>
  ));
}
