/** Bytes as kB, MB or GB. */
export function fileSize(bytes: number, number: (value: number, decimals?: number) => string): string {
  if (bytes < 1_000_000) return `${number(Math.ceil(bytes / 1000))} kB`;
  return bytes < 1_000_000_000 ? `${number(bytes / 1e6, 1)} MB` : `${number(bytes / 1e9, 1)} GB`;
}
