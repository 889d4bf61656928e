import { startInstance } from './instance.ts';
import { WORKERS } from './instances.ts';

/** A demo instance for each worker: small, so that it is ready in seconds, and nobody else's journeys change it. */
export default async function globalSetup() {
  const instances = await Promise.all(
    Array.from({ length: WORKERS }, () => startInstance({ env: { DEMO_THINGS: '24', DEMO_DAYS: '3' } })),
  );
  process.env.E2E_INSTANCES = JSON.stringify(
    instances.map(({ url, mqttPort, dataDir }) => ({ url, mqttPort, dataDir })),
  );
  return () => Promise.all(instances.map((instance) => instance.stop()));
}
