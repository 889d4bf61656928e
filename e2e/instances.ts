/** Journeys run in as many parallel workers as the smallest machine has cores, each with its own instance. */
export const WORKERS = 2;

interface Place {
  url: string;
  mqttPort: number;
  dataDir: string;
}

/** The demo instance of this worker. */
export const instance: Readonly<Place> = {
  get url() {
    return place().url;
  },
  get mqttPort() {
    return place().mqttPort;
  },
  get dataDir() {
    return place().dataDir;
  },
};

function place(): Place {
  const all = JSON.parse(process.env.E2E_INSTANCES ?? '[]') as Place[];
  const own = all[Number(process.env.TEST_PARALLEL_INDEX ?? 0)];
  if (!own) throw new Error('No instance was started for this worker');
  return own;
}
