import { createSystem, type System, statusFrame, step } from '@voltloop/simulator';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { Backoff } from './backoff.ts';
import { checkConfig, type InverterConfig } from './config.ts';
import { Inverter } from './inverter.ts';
import { Line } from './modbus/line.ts';
import { BASE, type Profile, registersOf, sunSpecBlock } from './sim/registers.ts';
import { type SimulatedInverter, startInverter } from './sim/server.ts';
import { siteFrame } from './site.ts';
import type { Given } from './sunspec/index.ts';

const NOON_MS = Date.UTC(2026, 0, 14, 3);
const place = { lat: -27.56, lon: 151.95, tz: 'Australia/Brisbane', country: 'AU' };

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

/** A sunny noon with a charging battery. */
function sunny(phases: 1 | 3 = 3): System {
  const system = createSystem(
    {
      devid: 'SIM00001',
      seed: 11,
      place,
      phases,
      soc: 0.4,
      strings_w: [5000, 3000],
      settings: { E_MODE: 0 },
    },
    NOON_MS - 60_000,
  );
  step(system, 60, NOON_MS);
  return system;
}

interface Bench {
  server: SimulatedInverter;
  inverter: Inverter;
  clock: { now_ms: number };
  messages: string[];
}

async function bench(bytes: () => Buffer, more: Partial<InverterConfig> = {}, base = BASE): Promise<Bench> {
  const server = await startInverter(() => ({ base, bytes: bytes() }));
  const raw = { host: '127.0.0.1', port: server.port, timeout_ms: 20_000, ...more };
  const { devices } = checkConfig(
    { mqtt: { url: 'mqtt://x' }, devices: [{ devid: 'DEV1', secret_env: 'S', inverters: [raw] }] },
    '/',
  );
  const config = devices[0]?.inverters[0] as InverterConfig;
  const line = new Line({ ...config, units: [config.unit], backoff: new Backoff(1, 5) });
  const clock = { now_ms: NOON_MS };
  const messages: string[] = [];
  const log = pino(
    { level: 'info' },
    { write: (text: string) => void messages.push(String(JSON.parse(text).msg)) },
  );
  const inverter = new Inverter({ config, line, poll_s: 10, now_ms: () => clock.now_ms, log });
  cleanups.push(
    () => line.close(),
    () => server.stop(),
  );
  return { server, inverter, clock, messages };
}
/** A busy machine may need more than one attempt. */
async function recovers({ inverter }: Bench): Promise<void> {
  const end_ms = performance.now() + 30_000;
  while (!(await inverter.poll())) {
    if (performance.now() > end_ms) throw new Error('it does not recover');
    await pause(10);
  }
}
const SHORT_TIMEOUT = { timeout_ms: 300 };
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const dataOf = ({ inverter }: Bench) => siteFrame([inverter.source()]).data;

describe('an inverter', () => {
  it.each([
    ['classic', 3],
    ['classic', 1],
    ['der', 3],
  ] as [Profile, 1 | 3][])(
    'of the profile %s with %i phases is read with the values of its physics',
    async (profile, phases) => {
      const system = sunny(phases);
      const b = await bench(() => registersOf(system, NOON_MS, profile));
      expect(await b.inverter.poll()).toBe(true);
      const data = dataOf(b);
      const physics = statusFrame(system, NOON_MS).data ?? {};
      expect(physics.E_PV_P).toBeGreaterThan(1000);
      expect(physics.E_BAT_P).toBeLessThan(-100);
      const exact = [
        'M_SOC',
        'M_SOH',
        'M_POWER',
        'E_GRID_P',
        'E_INV_P',
        'E_LOAD_P',
        'E_INV_T',
        'E_GRID_MODE',
      ];
      for (let n = 1; n <= phases; n += 1) exact.push(`E_GRID_V_L${n}`, `E_GRID_I_L${n}`);
      if (profile === 'classic')
        exact.push('M_VOLT', 'M_CURR', 'M_CELL_V_MAX', 'M_CELL_V_DIFF', 'M_STATE', 'E_SOC_RSV');
      for (const key of exact) expect(data[key], key).toBeCloseTo(physics[key] as number, 1);
      expect(data.E_GRID_F_L1).toBeCloseTo(physics.E_GRID_F_L1 as number, 2);
      expect(data.E_PV_P).toBeCloseTo(physics.E_PV_P as number, -1.5);
      expect(data.E_BAT_P).toBeCloseTo(physics.E_BAT_P as number, -1.5);
      expect(data.E_PV1_P).toBeCloseTo((physics.E_PV1_P as number) / 0.965, 0);
      expect(b.inverter.identity).toMatchObject({ manufacturer: 'Voltloop', serial: 'SIM00001' });
    },
  );

  it('is found at other base addresses, and after unknown models', async () => {
    const block = sunSpecBlock([
      [1, { Mn: 'A' }],
      [111, { W: 1234.5, PhVphA: 231.4, WH: 5000 }],
    ]);
    const b = await bench(() => block, {}, 50_000);
    expect(await b.inverter.poll()).toBe(true);
    expect(dataOf(b)).toMatchObject({ E_PV_P: 1235, E_GRID_V_L1: 231.4, E_E_PV: 5000 });
  });

  it('may have a meter and a battery with the opposite sign', async () => {
    const block = sunSpecBlock([
      [103, { W: 500, W_SF: 0 }],
      [203, { W: 300, W_SF: 0, WphA: 300, AphA: 13, A_SF: -1 }],
      [802, { W: -200, A: -4, W_SF: 0, A_SF: 0, SoC: 50, SoC_SF: 0 }],
    ]);
    const b = await bench(() => block, { meter_positive: 'export', battery_positive: 'charge' });
    await b.inverter.poll();
    expect(dataOf(b)).toMatchObject({ E_GRID_P: -300, E_GRID_I_L1: -1.3, M_POWER: 200, M_CURR: 4 });
  });

  // The values are those of the published models, not of our tables.
  it.each([
    [701, { ConnSt: 1 }, 1],
    [701, { ConnSt: 0 }, 2],
    [122, { ECPConn: 1 }, 1],
    [122, { ECPConn: 0 }, 2],
  ])('model %i with %j is in grid mode %i', async (id, given, mode) => {
    const inverter: [number, Given][] = id === 701 ? [] : [[103, { W: 1, W_SF: 0 }]];
    const b = await bench(() => sunSpecBlock([...inverter, [id, { W: 1, W_SF: 0, ...given }]]));
    await b.inverter.poll();
    expect(dataOf(b)).toMatchObject({ E_GRID_MODE: mode });
  });

  it.each([
    [203, 95],
    [213, 0.95],
    [213, -0.95],
    [213, 95],
  ])('a meter of model %i that sends the power factor %d reports a ratio', async (id, PF) => {
    const block = sunSpecBlock([
      [103, { W: 1, W_SF: 0 }],
      [id, { W: 1, W_SF: 0, PF, PF_SF: 0 }],
    ]);
    const b = await bench(() => block);
    await b.inverter.poll();
    expect(dataOf(b).E_GRID_PF).toBeCloseTo(Math.sign(PF) * 0.95, 5);
  });

  it('has the faults of its events', async () => {
    const block = sunSpecBlock([
      [103, { W: 0, W_SF: 0, Evt1: (1 << 7) | (1 << 10) }],
      [802, { W: -100, W_SF: 0, Evt1: 1 << 1 }],
    ]);
    const b = await bench(() => block);
    await b.inverter.poll();
    expect(dataOf(b)).toMatchObject({ E_FAULT1: 2, E_FAULT2: 1, M_ALARM1: 1 << 6, M_WARN1: 0 });
  });

  it('with the storage control model but no battery is a PV inverter', async () => {
    const block = sunSpecBlock([
      [103, { W: 800, W_SF: 0 }],
      [124, { StorCtl_Mod: 0 }],
    ]);
    const b = await bench(() => block);
    await b.inverter.poll();
    expect(dataOf(b)).toEqual({ E_INV_P: 800, E_PV_P: 800, E_E_PV: 0 });
  });
});

describe('an inverter with errors', () => {
  const system = sunny();
  const good = () => registersOf(system, NOON_MS, 'classic');

  it('that does not answer is unreachable after three polls, and recovers', async () => {
    const b = await bench(good, SHORT_TIMEOUT);
    await recovers(b);
    b.server.mode = 'hang';
    b.clock.now_ms += 10_000;
    expect(await b.inverter.poll()).toBe(false);
    expect(dataOf(b)).toHaveProperty('E_PV_P');
    b.clock.now_ms += 30_000;
    expect(dataOf(b)).toEqual({});
    b.server.mode = 'ok';
    await recovers(b);
    expect(dataOf(b)).toHaveProperty('E_PV_P');
    expect(b.messages).toContain('not read: no answer within 300 ms');
    expect(b.messages.at(-1)).toBe('the inverter answers again');
  });

  it('that is slow is waited for', async () => {
    const b = await bench(good);
    b.server.delay_ms = 20;
    expect(await b.inverter.poll()).toBe(true);
  });

  it('that answers too late does not provide the answer to the next request', async () => {
    const b = await bench(good, SHORT_TIMEOUT);
    await recovers(b);
    b.server.delay_ms = 400;
    for (let i = 0; i < 3; i += 1) {
      expect(await b.inverter.poll()).toBe(false);
      await pause(10);
    }
    b.server.delay_ms = 0;
    await recovers(b);
    expect(dataOf(b).M_SOC).toBeCloseTo(system.state.soc * 100, 1);
  });

  it('that refuses everything is unreachable, and its connection is kept', async () => {
    const b = await bench(good);
    await b.inverter.poll();
    b.server.mode = 'busy';
    expect(await b.inverter.poll()).toBe(false);
    expect(b.messages.at(-1)).toBe('not read: every model was refused');
    b.server.mode = 'ok';
    expect(await b.inverter.poll()).toBe(true);
  });

  it('that refuses its battery does not count as one without', async () => {
    const block = sunSpecBlock([
      [103, { W: 900, W_SF: 0 }],
      [802, { W: 400, W_SF: 0, SoC: 50, SoC_SF: 0 }],
    ]);
    const b = await bench(() => block);
    await b.inverter.poll();
    expect(dataOf(b)).toMatchObject({ E_PV_P: 500, E_BAT_P: 400 });
    b.server.refused = { from: BASE + 54, to: BASE + 117 };
    b.clock.now_ms += 10_000;
    expect(await b.inverter.poll()).toBe(true);
    const data = dataOf(b);
    expect(data).toMatchObject({ E_INV_P: 900 });
    for (const key of ['E_PV_P', 'E_BAT_P', 'M_POWER', 'M_SOC']) expect(data).not.toHaveProperty(key);
  });

  it('that sends garbage, or closes the connection, recovers', async () => {
    const b = await bench(good, SHORT_TIMEOUT);
    b.server.mode = 'garbage';
    expect(await b.inverter.poll()).toBe(false);
    b.server.mode = 'ok';
    await recovers(b);
    await b.server.down();
    expect(await b.inverter.poll()).toBe(false);
    await b.server.up();
    await recovers(b);
  });

  it('that has other registers after an update is scanned again', async () => {
    let bytes = good();
    const b = await bench(() => bytes);
    await b.inverter.poll();
    bytes = registersOf(system, NOON_MS, 'der');
    expect(await b.inverter.poll()).toBe(false);
    expect(await b.inverter.poll()).toBe(true);
    expect(dataOf(b)).toHaveProperty('M_CAP_REMAIN');
  });

  it('with a truncated block never breaks the gateway, and reports no wrong value', async () => {
    const whole = good();
    let bytes = whole;
    const b = await bench(() => bytes);
    await b.inverter.poll();
    const right = dataOf(b);
    for (let length = 0; length < whole.length; length += 26) {
      bytes = whole.subarray(0, length);
      const line = await bench(() => bytes);
      await line.inverter.poll();
      for (const [key, value] of Object.entries(dataOf(line))) {
        // Sums include only available parts: without its battery the same inverter is a PV inverter.
        if (/^(M_POWER|E_(PV|BAT|LOAD)_P|E_E_|M_E_)/.test(key)) continue;
        expect(value, `${key} of ${length} bytes`).toBe(right[key]);
      }
    }
  });

  it('with random registers never breaks the gateway', async () => {
    const whole = good();
    let seed = 1;
    const next = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed;
    };
    for (let round = 0; round < 40; round += 1) {
      const bytes = Buffer.from(whole);
      for (let i = 0; i < 60; i += 1) bytes[4 + (next() % (bytes.length - 4))] = next() % 256;
      const b = await bench(() => bytes);
      await b.inverter.poll();
      for (const value of Object.values(dataOf(b))) expect(Number.isFinite(value)).toBe(true);
    }
  });
});

describe('a line', () => {
  it('limits reconnects to a refusing host', async () => {
    const b = await bench(() => Buffer.alloc(0));
    await b.server.stop();
    const line = new Line({
      host: '127.0.0.1',
      port: b.server.port,
      units: [1],
      timeout_ms: 300,
      backoff: new Backoff(60_000, 60_000),
    });
    await expect(line.read(1, 0, 2)).rejects.toThrow(/ECONNREFUSED/);
    const begun_ms = performance.now();
    await expect(line.read(1, 0, 2)).rejects.toThrow(/ECONNREFUSED/);
    expect(performance.now() - begun_ms).toBeLessThan(50);
    line.close();
  });

  it('serves several units, and a silent one fails alone', async () => {
    const block = sunSpecBlock([[103, { W: 1, W_SF: 0 }]]);
    const server = await startInverter(() => ({ base: 0, bytes: block }), { unit: 2 });
    const line = new Line({
      host: '127.0.0.1',
      port: server.port,
      units: [1, 2],
      timeout_ms: 1000,
      backoff: new Backoff(1, 2),
    });
    cleanups.push(
      () => line.close(),
      () => server.stop(),
    );
    await expect(line.read(1, 0, 2)).rejects.toThrow(/no answer within 1000 ms/);
    await pause(50);
    expect(Buffer.from(await line.read(2, 0, 2)).toString()).toBe('SunS');
    await expect(line.read(3, 0, 2)).rejects.toThrow(/unit 3 is not configured/);
  });
});

describe('backoff', () => {
  it('doubles up to its limit, with jitter, and resets', () => {
    const backoff = new Backoff(1000, 5000, () => 1);
    expect([1, 2, 3, 4].map(() => backoff.next())).toEqual([1000, 2000, 4000, 5000]);
    backoff.reset();
    expect(backoff.next()).toBe(1000);
    expect(new Backoff(1000, 5000, () => 0).next()).toBe(500);
  });
});
