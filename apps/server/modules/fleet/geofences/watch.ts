import type { Fix } from '@voltloop/resources/geofence/fence-state.ts';
import type { Services } from '../../../platform/services.ts';
import type { Events } from '../events/index.ts';
import type { ThingPosition } from '../telemetry/index.ts';
import { evaluate, StaleFences } from './evaluate.ts';
import { type Fence, fenceOf } from './fences.ts';
import { fencesInUse } from './store-fences.ts';

/** Limit of positions in one transaction. */
const CHUNK = 1000;
/** The fences are read again after this time, in case a notice was lost. */
const MAX_AGE_MS = 5 * 60_000;
const TRIES = 3;

/** The enabled fences, as known to this node. */
export class KnownFences {
  readonly #services: Pick<Services, 'db' | 'clock'>;
  #byTenant = new Map<string, Fence[]>();
  #read_ms = Number.NEGATIVE_INFINITY;

  constructor(services: Pick<Services, 'db' | 'clock'>) {
    this.#services = services;
  }

  /** Reloads them before their next use. */
  invalidate(): void {
    this.#read_ms = Number.NEGATIVE_INFINITY;
  }

  async read(): Promise<(tenantId: string) => readonly Fence[]> {
    const now_ms = this.#services.clock().getTime();
    if (now_ms - this.#read_ms > MAX_AGE_MS) {
      this.#read_ms = now_ms;
      const rows = await fencesInUse(this.#services.db).catch((error: unknown) => {
        this.invalidate();
        throw error;
      });
      const fences = rows.flatMap((row) => fenceOf(row) ?? []);
      this.#byTenant = Map.groupBy(fences, ({ tenantId }) => tenantId);
    }
    const byTenant = this.#byTenant;
    return (tenantId) => byTenant.get(tenantId) ?? [];
  }
}

interface Waiting {
  position: Fix & { thingId: string };
  done: PromiseWithResolvers<void>;
}

/** Evaluates positions as they arrive: those that arrive during an evaluation wait for the next one together. */
export class FenceWatch {
  readonly #services: Services;
  readonly #events: Pick<Events, 'announce'>;
  readonly #fences: KnownFences;
  #waiting: Waiting[] = [];
  #working: Promise<void> | null = null;

  constructor(services: Services, events: Pick<Events, 'announce'>, fences: KnownFences) {
    this.#services = services;
    this.#events = events;
    this.#fences = fences;
  }

  /** Resolves when the changes by a position are stored. */
  accept({ devid: _, ...position }: ThingPosition): Promise<void> {
    const done = Promise.withResolvers<void>();
    this.#waiting.push({ position, done });
    this.#working ??= this.#work().finally(() => {
      this.#working = null;
    });
    return done.promise;
  }

  async stop(): Promise<void> {
    await this.#working;
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0) {
      const some = this.#waiting.splice(0, CHUNK);
      try {
        await this.#evaluate(some.map(({ position }) => position));
        for (const { done } of some) done.resolve();
      } catch (error) {
        for (const { done } of some) done.reject(error);
      }
    }
  }

  async #evaluate(positions: readonly Waiting['position'][]): Promise<void> {
    for (let tries = 1; ; tries++) {
      const fencesOf = await this.#fences.read();
      try {
        const changed = await this.#services.db
          .transaction()
          .execute((trx) => evaluate(trx, fencesOf, positions));
        if (changed.length > 0) await this.#events.announce(changed);
        return;
      } catch (error) {
        if (!(error instanceof StaleFences) || tries === TRIES) throw error;
        this.#fences.invalidate();
      }
    }
  }
}
