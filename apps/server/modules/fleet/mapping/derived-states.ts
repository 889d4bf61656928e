import { type DeriveState, type DeviceModel, noDeriveState, storedKey } from '@voltloop/device-models';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db.ts';
import type { Services } from '../../../platform/services.ts';
import type { Telemetry } from '../telemetry/index.ts';
import type { DeviceRow } from '../things/index.ts';

interface Entry {
  state: DeriveState;
  changed: boolean;
  used_ms: number;
}

/** How long the stored readings are searched for the level of a counter. */
const LEVELS_MS = 40 * 86_400_000;
/** A device that has been silent for so long may have moved to another node. */
const IDLE_MS = 120_000;
const ROWS = 1000;

/**
 * What derived points are computed from, of the devices that report to this node: in memory, and in PostgreSQL once a
 * minute. A node that was killed loses up to a minute of it; the counters then continue from their stored readings, which
 * are committed with each frame.
 */
export class DerivedStates {
  readonly #services: Pick<Services, 'db' | 'clock'>;
  readonly #telemetry: Pick<Telemetry, 'newestReadings'>;
  readonly #entries = new Map<string, Entry>();
  readonly #loading = new Map<string, Promise<Entry>>();

  constructor(services: Pick<Services, 'db' | 'clock'>, telemetry: Pick<Telemetry, 'newestReadings'>) {
    this.#services = services;
    this.#telemetry = telemetry;
  }

  /** Calls `work` with the state of a device, which it may change before its first `await`. */
  async use<T>(thing: DeviceRow, model: DeviceModel, work: (state: DeriveState) => Promise<T>): Promise<T> {
    const entry = this.#entries.get(thing.id) ?? (await this.#load(thing, model));
    entry.changed = true;
    entry.used_ms = this.#services.clock().getTime();
    return work(entry.state);
  }

  #load(thing: DeviceRow, model: DeviceModel): Promise<Entry> {
    const loading = this.#loading.get(thing.id) ?? this.#read(thing, model);
    this.#loading.set(thing.id, loading);
    return loading.finally(() => this.#loading.delete(thing.id));
  }

  async #read(thing: DeviceRow, model: DeviceModel): Promise<Entry> {
    const { db, clock } = this.#services;
    const now_ms = clock().getTime();
    const state = (await readState(db, thing.id)) ?? noDeriveState();
    for (const rule of model.mapping.derive) {
      if (rule.integrate === undefined && rule.unreset === undefined && rule.hold === undefined) continue;
      const [level] = await this.#telemetry.newestReadings(
        [thing.key],
        storedKey(rule.to),
        now_ms - LEVELS_MS,
      );
      if (level && level.pack === 0) continueFrom(state, rule, level);
    }
    const entry = { state, changed: false, used_ms: now_ms };
    this.#entries.set(thing.id, entry);
    return entry;
  }

  /** Stores what has changed, and forgets devices that are silent. */
  async write(): Promise<void> {
    const { db, clock } = this.#services;
    const now = clock();
    const changed = [...this.#entries].filter(([, entry]) => entry.changed);
    for (let at = 0; at < changed.length; at += ROWS) {
      const part = changed.slice(at, at + ROWS);
      for (const [, entry] of part) entry.changed = false;
      try {
        await writeStates(
          db,
          part.map(([id, { state }]) => [id, state]),
          now,
        );
      } catch (error) {
        for (const [, entry] of part) entry.changed = true;
        throw error;
      }
    }
    for (const [id, { changed, used_ms }] of this.#entries)
      if (!changed && now.getTime() - used_ms > IDLE_MS) this.#entries.delete(id);
  }
}

/** A counter never falls below its stored reading, which may be newer than the stored state. */
function continueFrom(
  state: DeriveState,
  { to, unreset, hold }: DeviceModel['mapping']['derive'][number],
  level: { value: number; time_ms: number },
): void {
  if (hold !== undefined) {
    state.highest[to] = Math.max(level.value, state.highest[to] ?? 0);
    return;
  }
  if (unreset !== undefined) {
    const counter = state.counters[to];
    if (counter && counter.total < level.value) counter.total = level.value;
    else if (!counter) state.levels = { ...state.levels, [to]: level.value };
    return;
  }
  const integral = state.integrals[to];
  if (integral && integral.wh >= level.value) return;
  state.integrals[to] = {
    wh: level.value,
    time_ms: Math.max(level.time_ms, integral?.time_ms ?? 0),
    power_w: integral?.power_w ?? null,
  };
}

async function readState(db: Db, thingId: string): Promise<DeriveState | null> {
  const { rows } = await sql<{ state: DeriveState }>`
    select state from mapping_state where thing_id = ${thingId}::uuid`.execute(db);
  return rows[0]?.state ?? null;
}

async function writeStates(db: Db, states: readonly [string, DeriveState][], now: Date): Promise<void> {
  await sql`
    insert into mapping_state (thing_id, state, written_at)
    select s.id, s.state, ${now}::timestamptz
    from unnest(${states.map(([id]) => id)}::uuid[], ${states.map(([, state]) => JSON.stringify(state))}::jsonb[])
      as s (id, state)
    where exists (select from things t where t.id = s.id)
    on conflict (thing_id) do update set state = excluded.state, written_at = excluded.written_at`.execute(
    db,
  );
}
