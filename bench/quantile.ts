export const ms = (value: number) => `${Math.round(value).toLocaleString('en')} ms`;
export const median = (values: readonly number[]) => quantile(values, 0.5);
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)] ?? 0;
}
