import { startInstance } from './instance.ts';
import { WORKERS } from './instances.ts';

/**
 * Starts a demo instance for each worker: small, so that it is ready in seconds, and isolated from the other
 * workers.
 */
export default async function globalSetup() {
  const started = await Promise.allSettled(
    Array.from({ length: WORKERS }, () =>
      startInstance({ env: { DEMO_THINGS: '24', DEMO_DAYS: '3', REPORTING_HOSTS: '127.0.0.1' } }),
    ),
  );
  const instances = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const failed = started.find((each) => each.status === 'rejected');
  if (failed) {
    await Promise.all(instances.map((instance) => instance.stop()));
    throw failed.reason;
  }
  process.env.E2E_INSTANCES = JSON.stringify(
    instances.map(({ url, mqttPort, dataDir }) => ({ url, mqttPort, dataDir })),
  );
  return () => Promise.all(instances.map((instance) => instance.stop()));
}
