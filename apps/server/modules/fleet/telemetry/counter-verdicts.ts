import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db.ts';
import type { Verdict } from './counter-course.ts';

/** The notice that verdicts have changed, on the channel of history. */
export const VERDICTS_CHANGED = 'verdicts';

interface Row extends Verdict {
  thing: number;
  point: number;
}

const none: readonly Verdict[] = [];

/** All verdicts about readings in memory: there are few, and every computation of energy needs them. */
export class CounterVerdicts {
  readonly #db: Db;
  #byCounter = new Map<string, Row[]>();
  #version = 0;
  #latest = 0;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Changes whenever they are read again: answers that depend on them have it in their key. */
  get version(): number {
    return this.#version;
  }

  /** In the order in which they were decided. */
  of(thing: number, point: number): readonly Verdict[] {
    return this.#byCounter.get(`${thing} ${point}`) ?? none;
  }

  async reload(): Promise<void> {
    const reload = ++this.#latest;
    const { rows } = await sql<Row>`
      select t.key as thing, v.point, v.verdict,
        (extract(epoch from v.from_time) * 1000)::float8 as from_ms,
        (extract(epoch from v.to_time) * 1000)::float8 as to_ms
      from counter_verdicts v join things t on t.id = v.thing_id
      order by v.seq`.execute(this.#db);
    // A later reload has newer rows.
    if (reload !== this.#latest) return;
    this.#byCounter = Map.groupBy(rows, ({ thing, point }) => `${thing} ${point}`);
    this.#version += 1;
  }
}

export interface VerdictRow {
  id: string;
  point: number;
  from: Date;
  to: Date;
  verdict: 'exclude' | 'confirm';
  reason: string;
  by: string;
  at: Date;
}

/** The verdicts about a thing that touch a range, newest first. */
export async function verdictsOf(db: Db, thingId: string, from: Date, to: Date): Promise<VerdictRow[]> {
  const { rows } = await sql<VerdictRow>`
    select v.id, v.point, v.from_time as "from", v.to_time as "to", v.verdict, v.reason, a.name as by,
      v.created_at as at
    from counter_verdicts v join accounts a on a.id = v.created_by
    where v.thing_id = ${thingId}::uuid and v.from_time < ${to}::timestamptz and v.to_time > ${from}::timestamptz
    order by v.seq desc`.execute(db);
  return rows;
}

export async function insertVerdict(
  trx: Trx,
  of: Omit<VerdictRow, 'id' | 'by'> & { thingId: string; accountId: string },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into counter_verdicts (thing_id, point, from_time, to_time, verdict, reason, created_by, created_at)
    values (${of.thingId}::uuid, ${of.point}, ${of.from}::timestamptz, ${of.to}::timestamptz, ${of.verdict},
      ${of.reason}, ${of.accountId}::uuid, ${of.at}::timestamptz)
    returning id`.execute(trx);
  return rows[0]?.id as string;
}

/** Returns what was deleted; undefined when there is no such verdict about the thing. */
export async function deleteVerdict(
  trx: Trx,
  thingId: string,
  id: string,
): Promise<Pick<VerdictRow, 'point' | 'from' | 'to' | 'verdict'> | undefined> {
  const { rows } = await sql<Pick<VerdictRow, 'point' | 'from' | 'to' | 'verdict'>>`
    delete from counter_verdicts where thing_id = ${thingId}::uuid and id = ${id}::uuid
    returning point, from_time as "from", to_time as "to", verdict`.execute(trx);
  return rows[0];
}
