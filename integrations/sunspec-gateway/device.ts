/** One device of Voltloop: its inverters, its store and its uplink. */
import type { CommandMessage, StateMessage } from '@voltloop/protocol';
import type { Logger } from 'pino';
import { answer, Replies } from './commands.ts';
import type { Inverter } from './inverter.ts';
import type { Reading } from './reading.ts';
import { type LoadState, siteFrame } from './site.ts';
import type { Store } from './store.ts';
import type { Uplink } from './uplink.ts';

export interface DeviceOptions {
  devid: string;
  version: string;
  report_s: number;
  inverters: readonly Inverter[];
  store: Store;
  now_ms: () => number;
  log: Logger;
}

const LIVE_REPORT_S = 5;
/** A small computer without a real-time clock starts in the past, until it has synchronised. */
const CLOCK_SET_MS = Date.UTC(2025, 0, 1);
const ENERGY = 'energy.';
const LOAD = 'load';

export class Device {
  readonly devid: string;
  readonly inverters: readonly Inverter[];
  readonly store: Store;
  readonly #options: DeviceOptions;
  readonly #replies = new Replies();
  #uplink: Uplink | null = null;
  #load: LoadState | undefined;
  #live_until_ms = 0;
  #next_ms = 0;
  /** Reported readings: each is reported once. */
  readonly #reported = new WeakSet<Reading>();
  #described = '';

  constructor(options: DeviceOptions) {
    this.devid = options.devid;
    this.inverters = options.inverters;
    this.store = options.store;
    this.#options = options;
    this.#load = options.store.get<LoadState>(LOAD);
  }

  connect(uplink: Uplink): void {
    this.#uplink = uplink;
    uplink.start();
  }

  /** Stores a frame when one is due. */
  tick(): void {
    const now_ms = this.#options.now_ms();
    const interval_ms = (now_ms < this.#live_until_ms ? LIVE_REPORT_S : this.#options.report_s) * 1000;
    // Further away than an interval: the clock was set back.
    if (now_ms < this.#next_ms && this.#next_ms - now_ms <= interval_ms) return;
    this.report();
    this.#next_ms = (Math.floor(now_ms / interval_ms) + 1) * interval_ms;
  }

  /** Stores a frame of the current readings, if they are newer than those in the last one, and sends stored frames. */
  report(): void {
    const sources = this.inverters.map((inverter) => inverter.source());
    const readings = sources.map((s) => s.reading).filter((reading) => reading !== null);
    if (readings.some((reading) => !this.#reported.has(reading))) {
      const { data, load } = siteFrame(sources, this.#load);
      const ts = Math.max(...readings.map((reading) => reading.at_ms));
      if (ts < CLOCK_SET_MS) {
        this.#options.log.warn({ devid: this.devid }, 'the clock is not set yet: nothing is reported');
        return;
      }
      try {
        const lost = this.store.dropped;
        this.store.add({ ts, data }, () => this.#keep(load));
        if (lost === 0 && this.store.dropped > 0)
          this.#options.log.warn(
            { devid: this.devid },
            'the broker is away for too long: the oldest frames are dropped',
          );
        this.#load = load;
        for (const reading of readings) this.#reported.add(reading);
      } catch (error) {
        this.#options.log.error({ devid: this.devid }, `a frame was not stored: ${(error as Error).message}`);
      }
    }
    const described = JSON.stringify(this.#description());
    if (described !== this.#described) this.#uplink?.publishState();
    this.#described = described;
    this.#uplink?.send();
  }

  state(): StateMessage {
    return { online: true, ts: this.#options.now_ms(), ...this.#description() };
  }

  onCommand(command: CommandMessage): void {
    const { now_ms } = this.#options;
    if (command.cmd === 'upgrade' || command.cmd === 'upgrade_cancel') {
      const { job } = command.params;
      // An upgrade is answered by its outcome: the gateway cannot upgrade an inverter.
      if (typeof job === 'string' && command.cmd === 'upgrade') this.#uplink?.refuseUpgrade(job);
      return;
    }
    const known = this.#replies.get(command.id);
    if (known) {
      this.#uplink?.reply(known);
      return;
    }
    if (command.expires < now_ms()) return;
    const given = answer(command, { now_ms: now_ms(), values: this.#values() });
    this.#replies.keep(given.reply);
    if (given.live_until_ms !== undefined) {
      this.#live_until_ms = given.live_until_ms;
      this.#next_ms = 0;
    }
    this.#uplink?.reply(given.reply);
    if (given.report) this.report();
  }

  async stop(): Promise<void> {
    await this.#uplink?.stop();
    try {
      this.#keep(this.#load);
    } finally {
      this.store.close();
    }
  }

  #values(): Record<string, number> | null {
    const { data } = siteFrame(
      this.inverters.map((inverter) => inverter.source()),
      this.#load,
    );
    return Object.keys(data).length > 0 ? data : null;
  }

  /** Counters change together with the frame that reports them. */
  #keep(load: LoadState | undefined): void {
    const { store } = this;
    if (load) store.put(LOAD, load);
    for (const { name, energy } of this.inverters) if (energy) store.put(ENERGY + name, energy);
  }

  #description(): Omit<StateMessage, 'online' | 'ts'> {
    const known = this.inverters.map((i) => i.identity).filter((identity) => identity !== null);
    const [first] = known;
    return {
      sw_version: `gateway ${this.#options.version}`,
      ...(first ? { hw_version: `${first.manufacturer} ${first.model}`.trim(), E_FW: first.version } : {}),
      boot: this.store.boot,
    };
  }
}

export const energyKey = (inverter: string): string => ENERGY + inverter;
