/** Pure: converts durations into units of the catalogue `events:duration` with counts. */
export function durationParts(ms: number): { unit: 's' | 'min' | 'h' | 'd'; n: number }[] {
  const s = Math.max(0, Math.floor(ms / 1000));
  if (s < 60) return [{ unit: 's', n: s }];
  const units = [
    { unit: 'd' as const, n: Math.floor(s / 86_400) },
    { unit: 'h' as const, n: Math.floor((s % 86_400) / 3600) },
    { unit: 'min' as const, n: Math.floor((s % 3600) / 60) },
    { unit: 's' as const, n: s % 60 },
  ];
  const first = units.findIndex(({ n }) => n > 0);
  // Two units are precise enough: '2 d 3 h', '5 min'.
  return units.slice(first, first + 2).filter(({ n, unit }) => n > 0 && (unit !== 's' || s < 600));
}
