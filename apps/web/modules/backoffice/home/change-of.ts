import { NO_VALUE, useFormat } from '@voltloop/ui';

/** By how many percent a figure has grown; null where there was nothing to compare with. */
export function changeOf(now: string | number, then: string | number): number | null {
  const before = Number(then);
  if (before <= 0) return null;
  return Math.round((Number(now) / before - 1) * 100) || 0;
}

/** Writes such a growth with its sign. */
export function useChange() {
  const { number } = useFormat();
  return (now: string | number, then: string | number) => {
    const change = changeOf(now, then);
    return change === null ? NO_VALUE : `${change < 0 ? '−' : '+'}${number(Math.abs(change))}%`;
  };
}
