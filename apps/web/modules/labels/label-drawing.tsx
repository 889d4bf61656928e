import { memo } from 'react';
import type { PlacedLabel, Size, SymbolModules } from './geometry.ts';

interface LabelDrawingProps {
  label: Size;
  symbol: SymbolModules;
  placed: PlacedLabel;
  /** The code, as the accessible name. */
  code: string;
}

const MONO = "ui-monospace, 'Cascadia Mono', 'Liberation Mono', Consolas, monospace";
const PLAIN = "'Noto Sans', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif";

/** One label at its real size: black on white, in millimetres. */
export const LabelDrawing = memo(function LabelDrawing({ label, symbol, placed, code }: LabelDrawingProps) {
  const { x, y, width, height, module } = placed.symbol;
  // Bars are one unit high in their path.
  const down = symbol.rows === null ? height : module;
  return (
    <svg
      role="img"
      aria-label={code}
      xmlns="http://www.w3.org/2000/svg"
      width={`${label.width}mm`}
      height={`${label.height}mm`}
      viewBox={`0 0 ${label.width} ${label.height}`}
      data-symbol-width={width}
      style={{ display: 'block' }}
    >
      <rect width={label.width} height={label.height} fill="#fff" />
      <path
        d={symbol.path}
        fill="#000"
        fillRule="evenodd"
        shapeRendering="crispEdges"
        transform={`translate(${x} ${y}) scale(${module} ${down})`}
      />
      {placed.lines.map(({ x: left, y: base, line }) => (
        <text
          key={base}
          x={left}
          y={base}
          fontSize={placed.font}
          fontFamily={line.mono ? MONO : PLAIN}
          fontWeight={line.mono ? 600 : 400}
          fill="#000"
          xmlSpace="preserve"
        >
          {line.text}
        </text>
      ))}
    </svg>
  );
});
