import type { BusinessSize } from '../demo/seed/business/rows.ts';
import { snapshotFile, writeSnapshot } from '../demo/snapshot/file.ts';
import { makeWorld } from '../testing/make-world.ts';
import { startStores } from '../testing/stores.ts';
import { makeSnapshot } from './make-snapshot.ts';

/** Regenerates the snapshots of the demo's business that instances load; one of them by its size as an argument. */
const sizes = process.argv.slice(2) as BusinessSize[];
const stores = await startStores();
try {
  for (const size of sizes.length > 0 ? sizes : (['small', 'full'] as const)) {
    const world = await makeWorld(stores, { clickhouse: false });
    const started = performance.now();
    const { snapshot, unreported } = await makeSnapshot(world, size);
    const file = snapshotFile(size);
    const bytes = await writeSnapshot(file, snapshot);
    await world.stop();
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    console.log(
      `Written: ${file} (${snapshot.made} rows, ${(bytes / 1e6).toFixed(1)} MB, ${seconds} s, ${unreported} reports left)`,
    );
  }
} finally {
  await stores.stop();
}
