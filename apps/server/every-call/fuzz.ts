import { setTimeout as sleep } from 'node:timers/promises';
import type { Route } from '@voltloop/contract';
import * as contract from '@voltloop/contract';
import { codes } from '@voltloop/contract';
import fc from 'fast-check';
import { type Dice, diceOf } from '../demo/seed/business/dice.ts';
import { everyRoute } from './every-route.ts';
import { faultOf } from './fault.ts';
import { FuzzRows } from './fuzz-rows.ts';
import { asText, hostile, requestsOf } from './inputs.ts';
import { noBodies } from './no-bodies.ts';
import { type Scene, targets } from './targets.ts';
import { type Actor, type Answer, answerOf, type Sent } from './whole-server.ts';

export interface FuzzOptions {
  seed: number;
  /** The run ends after this many requests or seconds, whichever comes first. */
  requests: number;
  seconds: number;
  /** Minimum number of requests. */
  atLeast?: number;
  /** Concurrent requests. */
  parallel: number;
  /** Called for each fault as it is found. */
  onFault?: (fault: string) => void;
  onProgress?: (requests: number) => void;
}

export interface FuzzCounts {
  requests: number;
  /** By call, then by status. */
  byCall: Map<string, Map<number, number>>;
  /** Requests answered with a 5xx, internal details, no envelope, or not at all. */
  faults: string[];
}

/** Calls that slow down later ones from this address, or wait for a device: sent rarely. */
const SLOW = new Set(['createSession', 'createAdminSession', 'assetLogin', 'redeemLoginCode']);
const SLOW_EVERY = 10;
const ANSWER_WITHIN_MS = 120_000;
/** Requests of a call generated at a time. */
const SAMPLES = 100;
/** Valid requests of a call and an actor that are reused. */
const KEPT = 6;

/**
 * Sends every call valid, mutated and random requests as several roles. The same seed gives the same requests, as far
 * as they do not depend on earlier answers.
 */
export async function fuzz(world: Scene, options: FuzzOptions): Promise<FuzzCounts> {
  const counts: FuzzCounts = { requests: 0, byCall: new Map(), faults: [] };
  const requests = new Requests(world, options.seed);
  await requests.begin();
  const end_ms = performance.now() + options.seconds * 1000;
  let begun = 0;
  const mayBegin = () =>
    begun < options.requests && (begun < (options.atLeast ?? 0) || performance.now() < end_ms);
  const worker = async () => {
    while (mayBegin()) {
      const n = begun++;
      const { route, actor, init, path } = await requests.next(n);
      const answer = await fetchRetrying(world.url + path, init);
      counts.requests += 1;
      const statuses = counts.byCall.get(route.name) ?? new Map<number, number>();
      counts.byCall.set(route.name, statuses);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      const fault = faultOf(answer);
      if (fault) {
        const body = typeof init.body === 'string' ? init.body.slice(0, 500) : init.body ? 'form' : '';
        const actorName = actor?.name ?? 'nobody';
        const text = `request ${n}, ${route.name} as ${actorName}: ${init.method} ${path.slice(0, 500)} ${body}\n  → ${fault}`;
        counts.faults.push(text);
        options.onFault?.(text);
      }
      requests.remember(route, answer);
      if (answer.status === 401 && actor) await requests.renew(actor);
      if (counts.requests % 1000 === 0) options.onProgress?.(counts.requests);
    }
  };
  await Promise.all(Array.from({ length: options.parallel }, worker));
  return counts;
}

interface Ready {
  route: Route;
  actor: Actor | null;
  path: string;
  init: RequestInit;
}

class Requests {
  readonly #world: Scene;
  readonly #seed: number;
  readonly #rows = new FuzzRows();
  readonly #actors: Actor[];
  readonly #samples = new Map<string, { list: Sent[]; round: number }>();
  readonly #valid = new Map<string, Sent[]>();
  readonly #hostile: unknown[];
  readonly #routes: readonly Route[];
  readonly #renewing = new Map<Actor, Promise<void>>();

  constructor(world: Scene, seed: number) {
    this.#world = world;
    this.#seed = seed;
    this.#actors = [...world.callers];
    this.#hostile = fc.sample(hostile, { seed, numRuns: 500 });
    const dice = diceOf(`deck ${seed}`);
    this.#routes = everyRoute
      .map((route) => ({ route, at: dice.next() }))
      .sort((a, b) => a.at - b.at)
      .map(({ route }) => route);
  }

  get #main(): Actor {
    return this.#world.callers[0] as Actor;
  }

  async begin(): Promise<void> {
    const { token } = this.#main;
    await this.#rows.begin((path, body) => this.#world.send(token, { method: 'POST', path }, { body }));
  }

  async next(n: number): Promise<Ready> {
    const round = Math.floor(n / this.#routes.length);
    let route = this.#routes[n % this.#routes.length] as Route;
    const dice = diceOf(`request ${this.#seed} ${n}`);
    if (SLOW.has(route.name) && round % SLOW_EVERY > 0) route = contract.getSelf;
    const actor = this.#actorOf(dice);
    const kind =
      (['valid', 'mutated', 'generated'] as const)[round] ??
      dice.weighted([
        ['valid', 55],
        ['mutated', 20],
        ['generated', 17],
        ['random', 8],
      ] as const);
    if (kind === 'random') return this.#random(route, actor, dice);
    let sent = kind === 'generated' ? this.#generated(route, false) : await this.#validOf(route, actor, dice);
    if (kind === 'mutated') sent = this.#mutated(sent, dice);
    return this.#ready(route, actor, withoutWaiting(route, sent));
  }

  remember(route: Route, answer: Answer): void {
    this.#rows.remember(route.name, answer);
  }

  /** Signs an actor in again whose session has ended; an actor that cannot is no longer used. */
  renew(actor: Actor): Promise<void> {
    const renewing =
      this.#renewing.get(actor) ??
      (async () => {
        const { status } = await this.#world.send(actor.token, contract.getSelf, {});
        if (status !== 401) return;
        try {
          actor.token = (await this.#world.signIn(actor.userName)).token;
        } catch {
          if (actor !== this.#main) this.#actors.splice(this.#actors.indexOf(actor), 1);
        }
      })().finally(() => this.#renewing.delete(actor));
    this.#renewing.set(actor, renewing);
    return renewing;
  }

  #actorOf(dice: Dice): Actor | null {
    if (dice.chance(0.04)) return null;
    return dice.chance(0.6) ? this.#main : dice.pick(this.#actors);
  }

  async #validOf(route: Route, anybody: Actor | null, dice: Dice): Promise<Sent> {
    const actor = anybody ?? this.#main;
    const ofRow = this.#rows.request(route.name, dice);
    if (ofRow) return ofRow;
    const target = targets[route.name];
    if (!target) return this.#generated(route, true);
    const key = `${route.name} ${actor.accountId}`;
    const kept = this.#valid.get(key) ?? [];
    this.#valid.set(key, kept);
    if (kept.length > 0 && dice.chance(kept.length < KEPT ? 0.7 : 0.97)) return dice.pick(kept);
    try {
      const sent = await target.send(actor, this.#world);
      kept.push(sent);
      if (kept.length > KEPT) kept.shift();
      return sent;
    } catch {
      // Its target cannot be created any more: the actor was moved, disabled or deleted meanwhile.
      return this.#generated(route, true);
    }
  }

  #generated(route: Route, strict: boolean): Sent {
    const key = `${route.name} ${strict}`;
    const samples = this.#samples.get(key) ?? { list: [], round: 0 };
    this.#samples.set(key, samples);
    if (samples.list.length === 0) {
      const { devid, subId, accountId, userName } = this.#main;
      const arbitrary = requestsOf(route, [devid, subId, accountId, userName], this.#paramsOf(route), {
        strict,
      });
      const seed = this.#seed + 7919 * ++samples.round;
      samples.list = fc.sample(arbitrary, { seed, numRuns: SAMPLES });
    }
    return samples.list.pop() as Sent;
  }

  #paramsOf(route: Route): Record<string, string> {
    return {
      tenantId: this.#main.tenantId,
      infoModelId: 'HE_BAT',
      kind: 'things',
      step: 'pause',
      thingsId: route.name === 'readParams' ? 'NO-SUCH-DEVICE' : this.#main.devid,
    };
  }

  /** A valid request with one value replaced. */
  #mutated(sent: Sent, dice: Dice): Sent {
    const wrong = dice.pick(this.#hostile);
    const places: (() => Sent)[] = [];
    for (const part of ['params', 'query'] as const) {
      for (const name of Object.keys(sent[part] ?? {}))
        places.push(() => ({ ...sent, [part]: { ...sent[part], [name]: asText(wrong) } }));
    }
    for (const path of pathsIn(sent.body))
      places.push(() => ({ ...sent, body: replaced(sent.body, path, wrong) }));
    return places.length > 0 ? dice.pick(places)() : sent;
  }

  #random(route: Route, actor: Actor | null, dice: Dice): Ready {
    const [type, body] = dice.pick(noBodies);
    const ready = this.#ready(route, actor, { params: this.#paramsOf(route) });
    if (route.method === 'GET') {
      const query = dice.pick([
        '%00=%00&a[b]=1&=&&&',
        '__proto__=1&constructor=2',
        'sort=__proto__&filter={',
        'a=1&a=2',
      ]);
      return { ...ready, path: `${ready.path.split('?')[0]}?${query}` };
    }
    return {
      ...ready,
      init: { ...ready.init, headers: { ...ready.init.headers, 'content-type': type }, body },
    };
  }

  #ready(route: Route, actor: Actor | null, { params = {}, query = {}, body, form }: Sent): Ready {
    const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] || '-'));
    const search = new URLSearchParams(query).toString();
    const json = form === undefined && body !== undefined && route.method !== 'GET';
    const headers: Record<string, string> = { platform: 'IOT' };
    if (actor) headers.authorization = `Bearer ${actor.token}`;
    if (json) headers['content-type'] = 'application/json';
    const content = form ?? (json ? JSON.stringify(body) : undefined);
    return {
      route,
      actor,
      path: search ? `${path}?${search}` : path,
      init: { method: route.method, headers, ...(content === undefined ? {} : { body: content }) },
    };
  }
}

/** Prevents waiting for a device that does not answer. */
function withoutWaiting(route: Route, sent: Sent): Sent {
  if (route.name !== 'sendMessage') return sent;
  return { ...sent, query: { ...sent.query, async: 'true' } };
}

/** The paths of all values in a body, including the body itself. */
function pathsIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (value === undefined) return [];
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, inner]) => pathsIn(inner, [...path, name]))];
}

function replaced(value: unknown, [name, ...rest]: readonly string[], by: unknown): unknown {
  if (name === undefined) return by;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>;
  copy[name] = replaced(copy[name], rest, by);
  return copy;
}

/** Retries when the machine is too busy to provide a database connection in time. */
async function fetchRetrying(url: string, init: RequestInit, tries = 3): Promise<Answer> {
  const answer = await fetchOnce(url, init);
  if (answer.json?.code !== codes.unavailable.code || tries === 1) return answer;
  await sleep(1000);
  return fetchRetrying(url, init, tries - 1);
}

async function fetchOnce(url: string, init: RequestInit): Promise<Answer> {
  try {
    return await answerOf(await fetch(url, { ...init, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }));
  } catch (e) {
    const { message, cause } = e as Error;
    return {
      status: 599,
      text: `no answer: ${message} ${(cause as Error | undefined)?.message ?? ''}`,
      json: null,
    };
  }
}

/** The counts as a table, the calls with the fewest successful answers last. */
export function fuzzTable({ byCall, requests, faults }: FuzzCounts): string {
  const total = new Map<number, number>();
  const lines = [...byCall]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, statuses]) => {
      for (const [status, n] of statuses) total.set(status, (total.get(status) ?? 0) + n);
      return `${name.padEnd(32)} ${statusText(statuses)}`;
    });
  const good = [...total].reduce((n, [status, count]) => (status < 300 ? n + count : n), 0);
  const share = requests > 0 ? Math.round((100 * good) / requests) : 0;
  return [
    ...lines,
    '',
    `${requests} requests to ${byCall.size} calls: ${statusText(total)}`,
    `${share} % were fulfilled (2xx), ${faults.length} faults`,
  ].join('\n');
}

const statusText = (statuses: ReadonlyMap<number, number>): string =>
  [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, n]) => `${status}: ${n}`)
    .join('  ');
