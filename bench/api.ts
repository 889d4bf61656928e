import type { AddressInfo } from 'node:net';
import autocannon from 'autocannon';
import Fastify from 'fastify';
import type { BenchRow } from './ingest.ts';
import { telemetryWorld } from './telemetry-world.ts';

const SECONDS = 8;

/**
 * A plain read through the API (session, role, subtree, envelope, headers, log line) compared with a bare Fastify route
 * that runs one query on the same pool: the overhead of the product, as a ratio within one run.
 */
export async function benchApi(): Promise<BenchRow[]> {
  const world = await telemetryWorld();
  const bare = Fastify();
  try {
    const [thing] = await world.register(['BENCH-API']);
    if (!thing) throw new Error('nothing was registered');
    bare.get('/', async () => {
      const { rows } = await world.services.pool.query(
        'select t.devid, t.devname, s.status, s.soc_pct from things t left join thing_state s on s.thing_id = t.id where t.devid = $1',
        [thing.devid],
      );
      return rows[0];
    });
    await bare.listen({ host: '127.0.0.1', port: 0 });
    const authorization = await world.signIn();
    const bareUrl = `http://127.0.0.1:${(bare.server.address() as AddressInfo).port}/`;
    const selfUrl = `${world.base}/v1/admin/tenant/users/self`;
    const thingUrl = `${world.base}/v1/things/tenants/${world.tenantId}/things/${thing.devid}`;
    await perSecond(bareUrl, {}, 2);
    await perSecond(selfUrl, { authorization }, 2);
    const one = await perSecond(bareUrl, {}, SECONDS);
    const self = await perSecond(selfUrl, { authorization }, SECONDS);
    const detail = await perSecond(thingUrl, { authorization }, SECONDS);
    const row = (what: string, ours: number, budget: string): BenchRow => ({
      what: `${what} against a bare Fastify route with one query`,
      measured: `${Math.round(ours)} of ${Math.round(one)} requests/s, ratio ${(ours / one).toFixed(2)}`,
      budget,
    });
    return [
      row('plain read (the signed-in account)', self, 'ratio ≥ 0.5'),
      row('a thing with its owners and their parent accounts', detail, 'ratio ≥ 0.5'),
    ];
  } finally {
    await bare.close();
    await world.stop();
  }
}

async function perSecond(url: string, headers: Record<string, string>, seconds: number): Promise<number> {
  const result = await autocannon({ url, headers, connections: 16, duration: seconds, workers: 1 });
  if (result.non2xx > 0) throw new Error(`${url}: ${result.non2xx} replies were not good`);
  return result.requests.average;
}
