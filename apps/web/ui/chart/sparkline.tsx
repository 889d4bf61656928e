interface SparklineProps {
  /** Oldest first; null leaves a gap. */
  values: readonly (number | null)[];
  className?: string;
}

/** A line without axes, as decoration beside a figure; hidden from screen readers. */
export function Sparkline({ values, className }: SparklineProps) {
  const numbers = values.filter((v): v is number => v !== null);
  if (numbers.length < 2) return null;
  const low = Math.min(...numbers);
  const span = Math.max(...numbers) - low || 1;
  let path = '';
  let pen = 'M';
  values.forEach((value, i) => {
    if (value === null) {
      pen = 'M';
      return;
    }
    const x = (i / (values.length - 1)) * 100;
    const y = 26 - ((value - low) / span) * 24;
    path += `${pen}${x.toFixed(2)} ${y.toFixed(2)}`;
    pen = 'L';
  });
  return (
    <svg className={className} viewBox="0 0 100 28" preserveAspectRatio="none" aria-hidden="true">
      <path
        d={path}
        fill="none"
        stroke="var(--vl-chart-1)"
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
