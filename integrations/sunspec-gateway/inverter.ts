/** One inverter: found by a scan, read model by model, unreachable after a failure. */
import type { Logger } from 'pino';
import type { InverterConfig, Part } from './config.ts';
import { count, type EnergyState, type Totals } from './energy.ts';
import { neededBy } from './mapping.ts';
import type { Line } from './modbus/line.ts';
import { partsOf, type Reading, readingOf } from './reading.ts';
import type { Source } from './site.ts';
import {
  ChangedError,
  type Decoded,
  decodeModel,
  type Found,
  type FoundModel,
  modelsById,
  RefusedError,
  readModel,
  scan,
} from './sunspec/index.ts';

/** Manufacturer data of model 1. */
export interface Identity {
  manufacturer: string;
  model: string;
  version: string;
  serial: string;
}

export interface InverterOptions {
  config: InverterConfig;
  line: Line;
  poll_s: number;
  now_ms: () => number;
  log: Logger;
  energy?: EnergyState;
}

/** A reading is no longer current after this many polls without a new one. */
const STALE_POLLS = 3;
/** Powers are assumed constant across this many missed polls. */
const GAP_POLLS = 5;

export class Inverter {
  readonly name: string;
  readonly poll_s: number;
  identity: Identity | null = null;
  energy: EnergyState | undefined;
  readonly #options: InverterOptions;
  #found: Found | null = null;
  #parts: ReadonlySet<Part> | null = null;
  #reading: Reading | null = null;
  #totals: Totals | null = null;
  /** The last error, so that the log reports it once and not at every poll. */
  #lastError = '';

  constructor(options: InverterOptions) {
    const { host, port, unit, name } = options.config;
    this.name = name ?? `${host}:${port}/${unit}`;
    this.poll_s = options.poll_s;
    this.energy = options.energy;
    this.#options = options;
  }

  /** The current inputs for the site. */
  source(): Source {
    const age_ms = this.#reading ? this.#options.now_ms() - this.#reading.at_ms : Number.POSITIVE_INFINITY;
    const fresh = age_ms <= STALE_POLLS * this.poll_s * 1000;
    return {
      name: this.name,
      parts: this.#parts ?? new Set(this.#options.config.read),
      known: this.#parts !== null,
      reading: fresh ? this.#reading : null,
      totals: fresh ? this.#totals : null,
    };
  }

  /** Reads it once; never rejects. @returns whether it has answered */
  async poll(): Promise<boolean> {
    try {
      this.#found ??= await this.#scan();
      await this.#read(this.#found);
      if (this.#lastError) this.#options.log.info({ inverter: this.name }, 'the inverter answers again');
      this.#lastError = '';
      return true;
    } catch (error) {
      if (error instanceof ChangedError) this.#found = null;
      const { message } = error as Error;
      if (message !== this.#lastError)
        this.#options.log.warn({ inverter: this.name }, `not read: ${message}`);
      this.#lastError = message;
      return false;
    }
  }

  #readRegisters = (address: number, count: number): Promise<Uint8Array> =>
    this.#options.line.read(this.#options.config.unit, address, count);

  async #scan(): Promise<Found> {
    const { config, log } = this.#options;
    const found = await scan(this.#readRegisters, config.base === undefined ? undefined : [config.base]);
    if (!found) throw new Error('no SunSpec block: is SunSpec Modbus enabled, and the unit correct?');
    const ids = found.models.map((m) => m.id);
    const common = found.models.find((m) => m.id === 1);
    if (common) this.identity = identityOf(await this.#decode(common));
    const parts = partsOf(ids, config);
    log.info(
      { inverter: this.name, ...this.identity, base: found.base, models: ids, parts: [...parts] },
      'found the SunSpec block',
    );
    if (found.incomplete)
      log.warn({ inverter: this.name }, `the SunSpec block ends early: ${found.incomplete}`);
    if (parts.size === 0) throw new Error(`none of its models can be used: ${ids.join(', ')}`);
    this.#parts = parts;
    return found;
  }

  async #decode(found: FoundModel): Promise<Decoded> {
    const model = modelsById.get(found.id);
    if (!model) throw new Error(`model ${found.id} has no table`);
    return decodeModel(found.id, model, await readModel(this.#readRegisters, found));
  }

  async #read(found: Found): Promise<void> {
    const { config, now_ms } = this.#options;
    const parts = this.#parts ?? new Set();
    const decoded = new Map<number, Decoded>();
    const refused = new Set<number>();
    for (const model of found.models) {
      const wanted = neededBy.get(model.id)?.some((part) => parts.has(part));
      if (!wanted || decoded.has(model.id)) continue;
      try {
        decoded.set(model.id, await this.#decode(model));
      } catch (error) {
        // A refused model (a sleeping battery) does not affect the others.
        if (!(error instanceof RefusedError)) throw error;
        refused.add(model.id);
      }
    }
    if (decoded.size === 0) throw new Error('every model was refused');
    const reading = readingOf(decoded, config, parts, now_ms(), refused);
    const { state, totals } = count(this.energy, reading, GAP_POLLS * this.poll_s * 1000);
    this.energy = state;
    this.#reading = reading;
    this.#totals = totals;
  }
}

function identityOf({ values }: Decoded): Identity {
  const text = (name: string) => (typeof values[name] === 'string' ? (values[name] as string) : '');
  return { manufacturer: text('Mn'), model: text('Md'), version: text('Vr'), serial: text('SN') };
}
