import { connect } from 'node:net';
import type { LiveEvents } from '@voltloop/contract';
import { topicOf } from '@voltloop/protocol';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { liveTopics } from '../../../platform/bus.ts';
import { startDeviceServer, until } from '../../../testing/devices.ts';
import { setUp } from '../../../testing/set-up.ts';
import type { AccountRow } from '../../people/accounts/index.ts';

const node = setUp(startDeviceServer);
let main: AccountRow;
let factory: AccountRow;
let elsewhere: AccountRow;
const readers: Reader[] = [];

beforeAll(async () => {
  main = await node.server.tenant();
  factory = await node.server.account('factory', main);
  elsewhere = await node.server.account('factory', main);
});

afterEach(async () => {
  for (const reader of readers.splice(0)) reader.close();
  await until(() => node.live.stats().streams === 0 && node.live.stats().topics === 0);
});

type Message = { [K in keyof LiveEvents]: { name: K; data: LiveEvents[K] } }[keyof LiveEvents];

/** Reads a stream as the console does: with fetch, the token in its header. */
class Reader {
  readonly messages: Message[] = [];
  ended = false;
  readonly #abort = new AbortController();

  static async open(query: string, token: string): Promise<Reader> {
    const reader = new Reader();
    readers.push(reader);
    const response = await fetch(`${node.url}/v1/live?${query}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: reader.#abort.signal,
    });
    if (response.status !== 200) {
      throw Object.assign(new Error(`status ${response.status}`), { reply: await response.json(), response });
    }
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('cache-control')).toContain('no-store');
    void reader.#read(response).catch(() => {
      reader.ended = true;
    });
    return reader;
  }

  async #read(response: Response): Promise<void> {
    let text = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const [, name, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
        this.messages.push({ name, data: JSON.parse(data ?? 'null') } as Message);
      }
    }
    this.ended = true;
  }

  of<K extends keyof LiveEvents>(name: K): LiveEvents[K][] {
    return this.messages.filter((m) => m.name === name).map((m) => m.data as LiveEvents[K]);
  }

  close(): void {
    this.#abort.abort();
  }
}

const tokenOf = async (account: AccountRow) => (await node.server.signIn(account.userName)).token;

let made = 0;
async function boundThing(...to: AccountRow[]) {
  const thing = await node.register(main, `LIVE${++made}`);
  if (to.length > 0)
    await node.server.things.bind(
      node.server.as(main),
      to.map((a) => a.id),
      [thing.devid],
    );
  return thing;
}

const announce = (topic: string, news: unknown) => node.services.bus.publish(topic, JSON.stringify(news));

const stateOf = (devid: string, soc: number): LiveEvents['state']['things'][number] => ({
  devid,
  status: 1,
  problem: null,
  active_events: 0,
  last_time: Date.now(),
  soc,
  left_wh: null,
  rated_wh: null,
  work_state: 'idle',
  bat_power_w: 0,
  grid_power_w: 0,
  pv_power_w: 0,
  load_power_w: 0,
});

describe('frames of things', () => {
  it('arrive as the device sends them, only for the requested things', async () => {
    const [one, two] = [await boundThing(factory), await boundThing(factory)];
    const reader = await Reader.open(`things=${one.devid}`, await tokenOf(factory));
    await until(() => reader.of('ping').length > 0);
    const [a, b] = [await node.device(one), await node.device(two)];
    const ts = Date.now();
    await b.publish('telemetry', { ts, boot: 1, seq: 1, data: { M_SOC: 11 } });
    await a.publish('telemetry', {
      ts,
      boot: 1,
      seq: 1,
      data: { M_SOC: 55.5 },
      packs: [{ P_no: 2, P_SOC: 54 }],
    });
    const [frame] = await until(() => (reader.of('frame').length > 0 ? reader.of('frame') : null));
    expect(frame).toEqual({ devid: one.devid, time: ts, fields: { M_SOC: 55.5, 'P_SOC@2': 54 } });
    expect(reader.of('frame')).toHaveLength(1);
    expect(node.live.stats()).toMatchObject({ streams: 1 });
  });

  it('also arrive once each when the device reports over HTTP', async () => {
    const [one, two] = [await boundThing(factory), await boundThing(factory)];
    const reader = await Reader.open(`things=${one.devid}`, await tokenOf(factory));
    await until(() => reader.of('ping').length > 0);
    const send = async (thing: { devid: string; secret: string }, soc: number) => {
      const response = await fetch(`${node.url}/v1/devices/${thing.devid}/data`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Basic ${Buffer.from(`${thing.devid}:${thing.secret}`).toString('base64')}`,
        },
        body: JSON.stringify({ ts: Date.now(), boot: 1, seq: soc, data: { M_SOC: soc } }),
      });
      expect(response.status).toBe(200);
    };
    await send(two, 11);
    await send(one, 12);
    await send(one, 13);
    await until(() => reader.of('frame').length >= 2);
    expect(reader.of('frame').map((each) => [each.devid, each.fields.M_SOC])).toEqual([
      [one.devid, 12],
      [one.devid, 13],
    ]);
  });

  it('arrive with changes of the thing’s commands and events, but not of other things', async () => {
    const [one, two] = [await boundThing(factory), await boundThing(factory)];
    const reader = await Reader.open(`things=${one.devid}`, await tokenOf(factory));
    await announce(liveTopics.command, { id: '1', devid: two.devid, state: 'sent' });
    await announce(liveTopics.event, { id: '2', devid: two.devid, code: 'X', level: 1, state: 1 });
    await announce(liveTopics.command, { id: '3', devid: one.devid, state: 'sent' });
    await announce(liveTopics.event, { id: '4', devid: one.devid, code: 'X', level: 1, state: 1 });
    await until(() => reader.of('event').length > 0);
    expect(reader.of('command').map((c) => c.id)).toEqual(['3']);
    expect(reader.of('event').map((e) => e.id)).toEqual(['4']);
  });

  it('are refused for things outside the subtree, whether they exist or not', async () => {
    const thing = await boundThing(factory);
    const token = await tokenOf(elsewhere);
    for (const devid of [thing.devid, 'NOSUCH']) {
      await expect(Reader.open(`things=${devid}`, token)).rejects.toMatchObject({ reply: { code: 4040001 } });
    }
    await expect(Reader.open('', token)).rejects.toMatchObject({ reply: { code: 4000001 } });
    await expect(Reader.open('scope=fleet', 'nobody')).rejects.toMatchObject({ reply: { code: 4010001 } });
    expect(node.live.stats()).toEqual({ streams: 0, topics: 0 });
  });

  it('stop when the thing is unbound', async () => {
    const thing = await boundThing(factory);
    const reader = await Reader.open(`things=${thing.devid}`, await tokenOf(factory));
    const device = await node.device(thing);
    const frame = (soc: number) =>
      device.publish('telemetry', { ts: Date.now(), boot: 1, seq: soc, data: { M_SOC: soc } });
    await frame(1);
    await until(() => reader.of('frame').length === 1);
    const reply = await node.server.call(
      await tokenOf(main),
      'DELETE',
      `/v1/things/tenants/${main.tenantId}/users/things?userIds=${factory.id}`,
      [thing.devid],
    );
    expect(reply.status).toBe(200);
    // The set of visible things is reloaded shortly; then frames are no longer delivered.
    let soc = 1;
    await until(async () => {
      const before = reader.of('frame').length;
      await frame(++soc);
      await new Promise((resolve) => setTimeout(resolve, 150));
      return reader.of('frame').length === before;
    });
    expect(reader.ended).toBe(false);
  });
});

describe('the fleet', () => {
  it('is limited to what each watcher sees', async () => {
    const [mine, theirs, nobodys] = [
      await boundThing(factory),
      await boundThing(elsewhere),
      await boundThing(),
    ];
    const [asFactory, asElsewhere, asMain] = [
      await Reader.open('scope=fleet', await tokenOf(factory)),
      await Reader.open('scope=fleet', await tokenOf(elsewhere)),
      await Reader.open('scope=fleet', await tokenOf(main)),
    ];
    await announce(liveTopics.state, {
      things: [stateOf(mine.devid, 1), stateOf(theirs.devid, 2), stateOf(nobodys.devid, 3)],
    });
    await announce(liveTopics.event, { id: 'e1', devid: mine.devid, code: 'X', level: 3, state: 1 });
    await announce(liveTopics.command, { id: 'c1', devid: theirs.devid, state: 'sent' });
    await until(() => asMain.of('command').length > 0 && asElsewhere.of('command').length > 0);
    // Without the states of earlier tests' things, which arrive in batches.
    const own = new Set([mine.devid, theirs.devid, nobodys.devid]);
    const seen = (r: Reader) =>
      r.of('state').flatMap(({ things }) => things.filter((t) => own.has(t.devid)).map((t) => t.soc));
    expect([seen(asFactory), asFactory.of('event').length, asFactory.of('command').length]).toEqual([
      [1],
      1,
      0,
    ]);
    expect([seen(asElsewhere), asElsewhere.of('event').length, asElsewhere.of('command').length]).toEqual([
      [2],
      0,
      1,
    ]);
    expect([seen(asMain), asMain.of('event').length, asMain.of('command').length]).toEqual([[1, 2, 3], 1, 1]);
    // Three watchers share one subscription per topic.
    expect(node.live.stats()).toEqual({ streams: 3, topics: 3 });
  });

  it('includes a thing once it is bound', async () => {
    const thing = await boundThing();
    const reader = await Reader.open('scope=fleet', await tokenOf(factory));
    await announce(liveTopics.state, { things: [stateOf(thing.devid, 1)] });
    await node.server.things.bind(node.server.as(main), [factory.id], [thing.devid]);
    await until(async () => {
      await announce(liveTopics.state, { things: [stateOf(thing.devid, 2)] });
      return reader.of('state').length > 0;
    });
    expect(reader.of('state')[0]?.things).toMatchObject([{ soc: 2 }]);
  });

  it('receives the actual states of a command', async () => {
    const thing = await boundThing(factory);
    const token = await tokenOf(factory);
    const reader = await Reader.open('scope=fleet', token);
    const device = await node.device(thing);
    device.onCommand = ({ id }) => void device.reply({ id, ok: true });
    await node.server.call(
      token,
      'POST',
      `/v1/things/tenants/${main.tenantId}/things/${thing.devid}/messages?async=true`,
      { cmd: 'report', params: {} },
    );
    await until(() => reader.of('command').some((c) => c.state === 'answered'));
    expect(new Set(reader.of('command').map((c) => c.state))).toEqual(
      new Set(['queued', 'sent', 'answered']),
    );
  });
});

describe('end of a stream', () => {
  it('happens when its session ends, with the reason', async () => {
    const token = await tokenOf(factory);
    const [mine, others] = [
      await Reader.open('scope=fleet', token),
      await Reader.open('scope=fleet', await tokenOf(factory)),
    ];
    expect((await node.server.call(token, 'POST', '/v1/auth/logout')).status).toBe(200);
    await until(() => mine.ended);
    expect(mine.of('end')).toEqual([{ reason: 'session_ended' }]);
    expect(others.ended).toBe(false);
  });

  it('happens when its token expires, with the reason', async () => {
    // A token is valid for half an hour: one issued almost that long ago expires in about two seconds.
    node.server.clock.now = new Date(Date.now() - 30 * 60_000 + 2500);
    const reader = await Reader.open('scope=fleet', await tokenOf(factory));
    await until(() => reader.ended);
    expect(reader.of('end')).toEqual([{ reason: 'token_expired' }]);
    node.server.clock.now = new Date();
  });

  it('a session has at most ten streams', async () => {
    const token = await tokenOf(factory);
    const ten = await Promise.all(Array.from({ length: 10 }, () => Reader.open('scope=fleet', token)));
    await expect(Reader.open('scope=fleet', token)).rejects.toMatchObject({ reply: { code: 4290001 } });
    ten[0]?.close();
    await until(() => node.live.stats().streams === 9);
    await Reader.open('scope=fleet', token);
  });
});

describe('the streams of an account', () => {
  it('are limited to a hundred: another one ends the oldest, with the reason', async () => {
    const all: Reader[] = [];
    for (let session = 0; session < 11; session++) {
      const token = await tokenOf(factory);
      const most = session < 10 ? 10 : 1;
      for (let i = 0; i < most; i++) all.push(await Reader.open('scope=fleet', token));
    }
    await until(() => all[0]?.ended);
    expect(all[0]?.of('end')).toEqual([{ reason: 'too_many' }]);
    expect(all.filter((reader) => reader.ended)).toHaveLength(1);
    expect(node.live.stats().streams).toBe(100);
  });
});

describe('a slow reader', () => {
  it('receives the newest state instead of every missed message, without using memory meanwhile', async () => {
    const thing = await boundThing(factory);
    const token = await tokenOf(factory);
    const { port } = new URL(node.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(`GET /v1/live?scope=fleet HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`);
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    await until(() => text.includes('event: ping'));
    socket.pause();
    // Far more than all buffers in between.
    const filler = Array.from({ length: 400 }, (_, i) => stateOf(`${thing.devid}`, i));
    const rounds = 400;
    const before_bytes = process.memoryUsage().arrayBuffers + process.memoryUsage().external;
    for (let round = 1; round <= rounds; round++) {
      await announce(liveTopics.state, { things: [...filler, stateOf(thing.devid, round * 1000)] });
    }
    const grown_bytes = process.memoryUsage().arrayBuffers + process.memoryUsage().external - before_bytes;
    expect(grown_bytes).toBeLessThan(20_000_000);
    socket.resume();
    await until(() => text.includes(`"soc":${rounds * 1000}`));
    const received = text.match(/event: state/g)?.length ?? 0;
    expect(received).toBeLessThan(rounds);
    socket.destroy();
  });
});

describe('a client that watches nothing', () => {
  it('costs no subscription', async () => {
    const thing = await boundThing(factory);
    const reader = await Reader.open(`things=${thing.devid}&scope=fleet`, await tokenOf(factory));
    expect(node.live.stats()).toEqual({ streams: 1, topics: 5 });
    reader.close();
    await until(() => node.live.stats().topics === 0);
    // And device messages are then not delivered anywhere.
    await node.services.bus.publish(topicOf(thing.devid, 'telemetry'), '{}');
  });
});
