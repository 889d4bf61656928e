import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, signIn } from '../../e2e/api.ts';
import { PASSWORD, USER } from '../telemetry-world.ts';

/** Results of the visitors of a soak. */
export interface Visits {
  /** Milliseconds of each call since the last sample. */
  calls_ms: number[];
  signIns: number;
  streamEvents: number;
  errors: string[];
}

const HOUR_MS = 3_600_000;
/** Calls per session, after which its visitor signs out. */
const CALLS = 30;

/** Signs in, reads pages by their calls, signs out, and repeats until stopped. */
export async function readPages(
  url: string,
  devids: readonly string[],
  visits: Visits,
  options: { pause_ms: number; signal: AbortSignal },
): Promise<void> {
  const { pause_ms, signal } = options;
  while (!signal.aborted) {
    await noting(visits, signal, async () => {
      const client = await signIn(url, USER, PASSWORD);
      visits.signIns++;
      for (let i = 0; i < CALLS && !signal.aborted; i++) {
        await call(client, visits, i, devids[Math.floor(Math.random() * devids.length)] as string);
        await sleep(pause_ms);
      }
      const reply = await client.raw('POST', '/v1/auth/logout');
      if (!reply.ok) throw new Error(`sign out: ${reply.status}`);
      await reply.arrayBuffer();
    });
  }
}

async function call(client: Client, visits: Visits, turn: number, devid: string): Promise<void> {
  const tenant = client.login.tenant_id;
  const data = `/v1/data-mgmt/tenants/${tenant}`;
  const things = `/v1/things/tenants/${tenant}`;
  const range = `begin_time=${Date.now() - HOUR_MS}&end_time=${Date.now()}`;
  const pages: [method: string, path: string, body?: unknown][] = [
    ['GET', '/v1/admin/tenant/users/self'],
    ['GET', `${things}/summary`],
    ['GET', `${things}/things?page_size=20`],
    ['GET', `${things}/things/${devid}`],
    ['POST', '/v1/devices/batch/lastdata', [{ devid }]],
    ['GET', `${data}/energy`],
    ['GET', `${data}/events?page_size=20`],
    [
      'GET',
      `${data}/info-model/HE_BAT/things/${devid}/_aggregations?agg_interval=15m&data_points=E_E_PV&${range}`,
    ],
    ['GET', `${data}/info-model/HE_BAT/things/batch/data?thirdThingsIds=${devid}&data_points=M_SOC&${range}`],
    ['GET', `${data}/things/${devid}/export?format=csv&${range}`],
  ];
  const [method, path, body] = pages[turn % pages.length] as (typeof pages)[number];
  const begun = performance.now();
  const reply = await client.raw(method, path, body);
  const text = await reply.text();
  visits.calls_ms.push(performance.now() - begun);
  if (!reply.ok) visits.errors.push(`${method} ${path}: ${reply.status} ${text.slice(0, 200)}`);
}

/** Keeps a live stream of the fleet open, with a new sign-in whenever its session ends. */
export async function watchLive(url: string, visits: Visits, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await noting(visits, signal, async () => {
      const { login } = await signIn(url, USER, PASSWORD);
      visits.signIns++;
      const reply = await fetch(`${url}/v1/live?scope=fleet`, {
        headers: { platform: 'IOT', authorization: `Bearer ${login.token}` },
        signal,
      });
      if (!reply.ok || !reply.body) throw new Error(`live: ${reply.status}`);
      let end = '';
      for await (const chunk of reply.body.pipeThrough(new TextDecoderStream())) {
        visits.streamEvents += chunk.match(/^event: /gm)?.length ?? 0;
        end = chunk;
      }
      if (!end.includes('token_expired'))
        throw new Error(`a live stream broke after ${JSON.stringify(end.slice(-200))}`);
    });
  }
}

/** Failures after the stop are not errors of the server. */
async function noting(visits: Visits, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (signal.aborted) return;
    visits.errors.push(String((error as Error).message));
    await sleep(1000);
  }
}
