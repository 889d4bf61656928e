import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { BenchRow } from './ingest.ts';

/** Size of the built console, gzip; the same figures that `npm run verify` compares with their budgets. */
export function benchBundles(): BenchRow[] {
  const script = join(import.meta.dirname, '../apps/web/bundle-budget.ts');
  return execFileSync(process.execPath, [script], { encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => {
      const found = /^(?:ok|OVER)\s+(.+?)\s+([\d.]+) KiB of (\d+) KiB$/.exec(line);
      return found ? [{ what: found[1]!, measured: `${found[2]} KiB`, budget: `≤ ${found[3]} KiB` }] : [];
    });
}
