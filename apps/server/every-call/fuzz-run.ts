import { parseArgs } from 'node:util';
import { makeWorld } from '../testing/make-world.ts';
import { testSigner } from '../testing/signer.ts';
import { startStores } from '../testing/stores.ts';
import { fuzz, fuzzTable } from './fuzz.ts';
import { startWholeServer } from './whole-server.ts';

/** `npm run fuzz`: fuzzes every call of a disposable server. */

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '200000' },
    seconds: { type: 'string', default: '3600' },
    seed: { type: 'string', default: '2026' },
    parallel: { type: 'string', default: '6' },
  },
});
const stores = await startStores();
const world = await startWholeServer(await makeWorld(stores));
try {
  const begun = performance.now();
  const seconds = () => Math.round((performance.now() - begun) / 1000);
  const counts = await fuzz(
    { ...world, signer: testSigner() },
    {
      seed: Number(values.seed),
      requests: Number(values.requests),
      seconds: Number(values.seconds),
      parallel: Number(values.parallel),
      onFault: (fault) => console.log(fault),
      onProgress: (n) => {
        if (n % 10_000 === 0) console.log(`${n} requests in ${seconds()} s`);
      },
    },
  );
  console.log(fuzzTable(counts));
  console.log(`seed ${values.seed}, ${seconds()} s`);
  process.exitCode = counts.faults.length > 0 ? 1 : 0;
} finally {
  await world.stop();
  await stores.stop();
}
process.exit();
