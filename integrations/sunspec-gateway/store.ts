/**
 * Persistent state of a device: its boot number, its counters, and every frame until the broker has acknowledged it.
 * SQLite commits each step atomically, so a power cut loses no frame and counts no energy twice.
 */
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Frame } from '@voltloop/protocol';

export interface StoredFrame {
  id: number;
  frame: Frame;
}

export class Store {
  readonly boot: number;
  readonly #db: DatabaseSync;
  readonly #limit: number;
  readonly #insert: StatementSync;
  readonly #delete: StatementSync;
  readonly #trim: StatementSync;
  readonly #put: StatementSync;
  #seq = 0;
  #size: number;
  /** Frames lost because the ring was full. */
  dropped = 0;

  constructor(path: string, limit: number, log: (message: string) => void = () => {}) {
    mkdirSync(dirname(path), { recursive: true });
    this.#db = openOrReplace(path, log);
    this.#limit = limit;
    this.#insert = this.#db.prepare('insert into frames (frame) values (?)');
    this.#delete = this.#db.prepare('delete from frames where id = ?');
    this.#trim = this.#db.prepare(
      'delete from frames where id in (select id from frames order by id limit ?)',
    );
    this.#put = this.#db.prepare('insert or replace into kept (name, value) values (?, ?)');
    this.boot = (this.get<number>('boot') ?? firstBoot()) + 1;
    this.put('boot', this.boot);
    this.#size = Number(this.#db.prepare('select count(*) as n from frames').get()?.n ?? 0);
  }

  /** Frames that the broker has not acknowledged. */
  get size(): number {
    return this.#size;
  }

  get<T>(name: string): T | undefined {
    const row = this.#db.prepare('select value from kept where name = ?').get(name);
    return row ? (JSON.parse(String(row.value)) as T) : undefined;
  }

  put(name: string, value: unknown): void {
    this.#put.run(name, JSON.stringify(value));
  }

  /** Stores a frame with its numbers, and other changes in the same transaction. */
  add(frame: Pick<Frame, 'ts' | 'data'>, together: () => void = () => {}): StoredFrame {
    const complete: Frame = { ts: frame.ts, boot: this.boot, seq: this.#seq, data: frame.data };
    let id = 0;
    const over = Math.max(0, this.#size + 1 - this.#limit);
    this.#transaction(() => {
      id = Number(this.#insert.run(JSON.stringify(complete)).lastInsertRowid);
      if (over > 0) this.#trim.run(over);
      together();
    });
    this.#seq += 1;
    this.#size += 1 - over;
    this.dropped += over;
    return { id, frame: complete };
  }

  /** The oldest frames after `after`. */
  oldest(count: number, after = 0): StoredFrame[] {
    return this.#db
      .prepare('select id, frame from frames where id > ? order by id limit ?')
      .all(after, count)
      .map((row) => ({ id: Number(row.id), frame: JSON.parse(String(row.frame)) as Frame }));
  }

  newest(): StoredFrame | undefined {
    const row = this.#db.prepare('select id, frame from frames order by id desc limit 1').get();
    return row && { id: Number(row.id), frame: JSON.parse(String(row.frame)) as Frame };
  }

  /** Removes frames that the broker has acknowledged. */
  remove(ids: readonly number[]): void {
    let removed = 0;
    this.#transaction(() => {
      for (const id of ids) removed += Number(this.#delete.run(id).changes);
    });
    this.#size -= removed;
  }

  close(): void {
    this.#db.close();
  }

  #transaction(work: () => void): void {
    this.#db.exec('begin immediate');
    try {
      work();
      this.#db.exec('commit');
    } catch (error) {
      this.#db.exec('rollback');
      throw error;
    }
  }
}

/** After losing its folder a device must not repeat boot numbers: minutes since 2020 exceed any number of starts. */
const firstBoot = (): number => Math.max(0, Math.floor((Date.now() - Date.UTC(2020, 0, 1)) / 60_000));

function open(path: string): DatabaseSync {
  const db = new DatabaseSync(path);
  try {
    // An unacknowledged frame must survive a power cut, hence the full synchronisation.
    db.exec('pragma journal_mode = wal; pragma synchronous = full;');
    const check = db.prepare('pragma quick_check(1)').get();
    if (check && Object.values(check)[0] !== 'ok') throw new Error(String(Object.values(check)[0]));
    db.exec(`
      create table if not exists frames (id integer primary key autoincrement, frame text not null);
      create table if not exists kept (name text primary key, value text not null);`);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const DAMAGED = new Set([11, 26]);

/** Moves a damaged file aside: continued measurement is more useful than a refusal to start. */
function openOrReplace(path: string, log: (message: string) => void): DatabaseSync {
  const existed = existsSync(path);
  try {
    return open(path);
  } catch (error) {
    const { errcode } = error as { errcode?: number };
    if (!existed || (errcode !== undefined && !DAMAGED.has(errcode))) throw error;
    const aside = `${path}.damaged-${Date.now()}`;
    renameSync(path, aside);
    for (const suffix of ['-wal', '-shm'])
      if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix);
    log(`${path} is damaged (${(error as Error).message}); it is kept as ${aside}, and a new one begins`);
    return open(path);
  }
}
