import { sql } from 'kysely';
import type { Logger } from 'pino';
import { Gauge } from 'prom-client';
import type { Db } from './db.ts';

/** Why the clock of this host is not trusted. */
export type ClockFault =
  /** It differs from the clock of PostgreSQL. */
  | 'clock_differs'
  /** Data was received at a later time than it shows. */
  | 'clock_behind_data'
  /** It jumped since the last check. */
  | 'clock_jumped';

export interface ClockWatchOptions {
  db: Db;
  log: Logger;
  clock: () => Date;
  /** Whether PostgreSQL runs on another host, so that its clock is a witness of its own. */
  hasOtherHost: boolean;
  /** Milliseconds that no change of the clock affects. */
  monotonic_ms?: () => number;
}

interface Witnesses {
  database_ms: number;
  /** The newest receipt of a frame, by the clock of the node that received it. */
  received_ms: number | null;
  /** The newest time of a device's frame, by its own clock. */
  measured_ms: number | null;
  /** The same of devices whose frames were received lately, and their number. */
  lately_ms: number | null;
  lately: number;
  /** Receipts up to this time were accepted by the operator although they are later than the clock. */
  accepted_ms: number | null;
}

const EVERY_MS = 60_000;
const MAX_OFFSET_MS = 30_000;
/** Nodes may differ from each other by twice the offset that is tolerated. */
const MAX_BEHIND_DATA_MS = 2 * MAX_OFFSET_MS;
const LATELY_MS = 10 * 60_000;
/** Devices that must agree with each other to contradict the host. */
const MIN_DEVICES = 3;
const MAX_AHEAD_OF_DEVICES_MS = 86_400_000;
/** After a start with older data the clock is confirmed by a newer frame, or after an hour without any. */
const QUIET_MS = 3 * 86_400_000;
const MAX_UNCONFIRMED_MS = 3_600_000;
/** How much later than the newest measurement data can have become old. */
const MARGIN_MS = 3 * 86_400_000;
const ACCEPTED = 'clock_accepted_ms';

const offset = new Gauge({
  name: 'voltloop_clock_offset_seconds',
  help: 'Clock of this host minus that of a witness: PostgreSQL, or the newest receipt of a frame (0 unless that is later).',
  labelNames: ['witness'],
});

/**
 * Compares the clock of this host each minute with that of PostgreSQL and with received data (docs/decisions/0125).
 * While they contradict it, the node is not ready, acknowledges no frames, and does no work by the clock.
 */
export class ClockWatch {
  readonly #o: ClockWatchOptions;
  readonly #monotonic_ms: () => number;
  #timer: NodeJS.Timeout | undefined;
  #checking: Promise<void> | undefined;
  #fault: ClockFault | null = null;
  /** The clock at the last check, on both scales. */
  #last: { own_ms: number; monotonic_ms: number } | null = null;
  /** Several devices report now, and all of them a time long before. */
  #isAhead = false;
  /** Set while no newer data confirms the clock: the newest measurement at the start. */
  #unconfirmed: { measured_ms: number; since_ms: number } | null = null;

  constructor(options: ClockWatchOptions) {
    this.#o = options;
    this.#monotonic_ms = options.monotonic_ms ?? (() => performance.now());
  }

  /** Checks the clock, and again each minute. */
  async start(): Promise<void> {
    const { log, clock } = this.#o;
    await this.check();
    const { measured_ms } = await this.#read();
    if (measured_ms !== null && clock().getTime() - measured_ms > QUIET_MS) {
      this.#unconfirmed = { measured_ms, since_ms: this.#monotonic_ms() };
      log.warn(
        { newest: new Date(measured_ms) },
        'the newest data is days old: work by the clock waits for newer data, an hour at most',
      );
    }
    this.#timer = setInterval(() => void this.check(), EVERY_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#checking;
  }

  /** Why the clock is not trusted; null while it is. */
  fault(): ClockFault | null {
    if (this.#fault === null && this.#hasJumped()) {
      void this.check();
      return 'clock_jumped';
    }
    return this.#fault;
  }

  /** Whether work by the clock waits: expiry, schedules, retention, escalation. */
  isPaused(): boolean {
    return this.fault() !== null || this.#isAhead || this.#unconfirmed !== null;
  }

  /** Compares the clock now; errors of the database leave the last result. */
  check(): Promise<void> {
    this.#checking ??= this.#check()
      .catch((err: unknown) => this.#o.log.warn({ err }, 'the clock could not be compared; retrying'))
      .finally(() => {
        this.#checking = undefined;
      });
    return this.#checking;
  }

  /** The earliest of all clocks: data that is too old by it is too old by each of them. */
  async earliest(): Promise<Date> {
    const { database_ms, measured_ms } = await this.#read();
    const own_ms = this.#o.clock().getTime();
    return new Date(Math.min(own_ms, database_ms, measured_ms === null ? own_ms : measured_ms + MARGIN_MS));
  }

  #hasJumped(): boolean {
    if (!this.#last) return false;
    const passed_ms = this.#monotonic_ms() - this.#last.monotonic_ms;
    return Math.abs(this.#o.clock().getTime() - this.#last.own_ms - passed_ms) > MAX_OFFSET_MS;
  }

  async #check(): Promise<void> {
    const { clock, log } = this.#o;
    const before_ms = clock().getTime();
    const witnesses = await this.#read();
    const own_ms = (before_ms + clock().getTime()) / 2;
    const fault = this.#faultBy(own_ms, witnesses);
    const { database_ms, received_ms, measured_ms, lately, lately_ms } = witnesses;
    // They may also be sending what they stored during an outage, so their frames are accepted.
    this.#isAhead =
      lately >= MIN_DEVICES && lately_ms !== null && own_ms - lately_ms > MAX_AHEAD_OF_DEVICES_MS;
    offset.set({ witness: 'postgres' }, (own_ms - database_ms) / 1000);
    offset.set({ witness: 'data' }, Math.min(0, own_ms - (received_ms ?? own_ms)) / 1000);
    this.#last = { own_ms: clock().getTime(), monotonic_ms: this.#monotonic_ms() };
    if (this.#unconfirmed) {
      const { measured_ms: at_start, since_ms } = this.#unconfirmed;
      const isNewer =
        measured_ms !== null && measured_ms > at_start && own_ms - measured_ms < MAX_AHEAD_OF_DEVICES_MS;
      if (isNewer || this.#monotonic_ms() - since_ms > MAX_UNCONFIRMED_MS) this.#unconfirmed = null;
    }
    if (fault !== this.#fault) {
      const about = {
        fault,
        clock: new Date(own_ms),
        postgres: new Date(database_ms),
        received: received_ms === null ? null : new Date(received_ms),
      };
      if (fault)
        log.error(
          about,
          'the clock of this host is wrong: frames are not accepted, and work by the clock waits',
        );
      else log.info(about, 'the clock of this host is right again');
    }
    this.#fault = fault;
  }

  #faultBy(own_ms: number, at: Witnesses): ClockFault | null {
    if (Math.abs(own_ms - at.database_ms) > MAX_OFFSET_MS) return 'clock_differs';
    const isBehind =
      at.received_ms !== null &&
      at.received_ms - own_ms > MAX_BEHIND_DATA_MS &&
      at.received_ms > (at.accepted_ms ?? 0);
    // Another host with the same time is right: the data was received while a clock was wrong.
    if (isBehind && !this.#o.hasOtherHost) return 'clock_behind_data';
    return null;
  }

  async #read(): Promise<Witnesses> {
    const lately = new Date(this.#o.clock().getTime() - LATELY_MS);
    const ms = (column: string) => sql`(extract(epoch from max(${sql.ref(column)})) * 1000)::float8`;
    const recent = sql`filter (where received_at >= ${lately} and last_time is not null)`;
    const { rows } = await sql<Witnesses>`
      select (extract(epoch from clock_timestamp()) * 1000)::float8 as database_ms,
        ${ms('received_at')} as received_ms, ${ms('last_time')} as measured_ms,
        (extract(epoch from max(last_time) ${recent}) * 1000)::float8 as lately_ms, (count(*) ${recent})::int as lately,
        (select value::text::float8 from instance_facts where key = ${ACCEPTED}) as accepted_ms
      from thing_state`.execute(this.#o.db);
    const [row] = rows;
    if (!row) throw new Error('PostgreSQL did not return its time');
    return row;
  }
}

/**
 * Accepts that data was received at later times than the clock shows, after the operator has set the right time.
 * @returns the newest such time; null if there is none
 */
export async function acceptClock(db: Db, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ received: Date | null }>`
    select max(received_at) as received from thing_state where received_at > ${now}`.execute(db);
  const received = rows[0]?.received ?? null;
  if (received === null) return null;
  await sql`insert into instance_facts (key, value) values (${ACCEPTED}, ${String(received.getTime())}::jsonb)
    on conflict (key) do update set value = excluded.value`.execute(db);
  return received;
}
