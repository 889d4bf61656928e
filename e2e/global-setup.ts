import { startInstance } from './instance.ts';

/** One demo instance for all journeys: small, so that it is ready in seconds. */
export default async function globalSetup() {
  const instance = await startInstance({ env: { DEMO_THINGS: '24', DEMO_DAYS: '3' } });
  process.env.E2E_URL = instance.url;
  process.env.E2E_MQTT_PORT = String(instance.mqttPort);
  process.env.E2E_DATA_DIR = instance.dataDir;
  return () => instance.stop();
}
