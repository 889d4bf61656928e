import { type Addon, queryClass } from './addon.ts';
import { EngineError, engineError } from './errors.ts';
import { type Scope, Session } from './session.ts';
import { canStream, formatOf } from './statement.ts';

/** Statistics of a statement. */
export interface Summary {
  readRows: number;
  readBytes: number;
  writtenRows: number;
  elapsed_s: number;
}

/** Receiver of a result: `write` resolves when more may follow and rejects when the reader has disconnected. */
export interface Sink {
  start(summary: Summary, format: string): void;
  write(bytes: Uint8Array): Promise<void>;
}

export interface Statement extends Scope {
  sql: string;
  /** Format of the result where the statement names none. */
  defaultFormat: string;
  /** Aborts when the caller no longer waits for the answer. */
  signal: AbortSignal;
}

/** A bounded pool of sessions, opened on demand, each used by one request at a time in order of arrival. */
class Lane {
  #open: () => Session;
  #max: number;
  #all: Session[] = [];
  #free: Session[] = [];
  #waiting: ((session: Session) => void)[] = [];

  constructor(max: number, open: () => Session) {
    this.#max = max;
    this.#open = open;
  }

  /** Runs `work` with exclusive use of a session. */
  async with<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const session = await this.#acquire();
    try {
      return await work(session);
    } finally {
      const next = this.#waiting.shift();
      if (next) next(session);
      else this.#free.push(session);
    }
  }

  #acquire(): Promise<Session> | Session {
    const free = this.#free.pop();
    if (free) return free;
    if (this.#all.length < this.#max) {
      const session = this.#open();
      this.#all.push(session);
      return session;
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Closes every session; nothing may be running any more. */
  close(): void {
    for (const session of this.#all) session.close();
    this.#all = [];
    this.#free = [];
  }
}

/**
 * Runs statements on one data folder. Reads and writes have separate sessions, so that neither waits for the other;
 * the native module runs each on a thread of libuv's pool, which needs as many threads as all lanes together.
 */
export class Engine {
  #addon: Addon;
  #reads: Lane;
  #writes: Lane;
  #control: Session;
  #running = new Set<Promise<unknown>>();

  static readonly reads = 8;
  static readonly writes = 3;

  /** Opens the data folder. @throws EngineError when it can't be opened. */
  constructor(addon: Addon, path: string, args: string[] = []) {
    this.#addon = addon;
    let count = 0;
    const open = () => new Session(addon, path, `voltloop-session-${++count}`, args);
    this.#reads = new Lane(Engine.reads, open);
    this.#writes = new Lane(Engine.writes, open);
    try {
      this.#control = open();
    } catch (e) {
      throw engineError(e);
    }
  }

  async version(): Promise<string> {
    const answer = await this.#addon.QueryAsyncConnection(
      this.#control.connection,
      'select version()',
      'TSVRaw',
    );
    return Buffer.from(answer.bytes).toString().trim();
  }

  /**
   * Runs one statement and sends its result to the sink.
   * @throws EngineError in ClickHouse's words; before `sink.start` when nothing was sent yet.
   */
  run(statement: Statement, sink: Sink): Promise<void> {
    const running = this.#run(statement, sink);
    const settled = running.catch(() => {});
    this.#running.add(settled);
    settled.then(() => this.#running.delete(settled));
    return running;
  }

  async #run(statement: Statement, sink: Sink): Promise<void> {
    const kind = await this.#classify(statement.sql);
    const lane = kind === queryClass.read ? this.#reads : this.#writes;
    await lane.with(async (session) => {
      if (statement.signal.aborted) return;
      const kill = () => void this.#kill(session);
      // A write is never aborted: it may be committed already, and half a schema change is worse.
      if (kind === queryClass.read) statement.signal.addEventListener('abort', kill);
      try {
        await session.enter(statement);
        const streamed = kind === queryClass.read && (await this.#stream(session, statement, sink));
        if (!streamed) await this.#answer(session, statement, sink, kind);
        // An abandoned cursor stays in the list of processes until its connection closes.
        if (kind === queryClass.session || statement.signal.aborted) session.renew();
      } catch (e) {
        session.renew();
        throw engineError(e);
      } finally {
        statement.signal.removeEventListener('abort', kill);
      }
    });
  }

  /** Refuses several statements in one request, as ClickHouse does over HTTP; chdb would run them. */
  async #classify(sql: string): Promise<number> {
    let kind: { statementCount: number; queryClass: number };
    try {
      kind = await this.#addon.DurableClassifyAsync(this.#control.connection, sql);
    } catch (e) {
      throw engineError(e);
    }
    if (kind.statementCount > 1) {
      throw new EngineError(
        62,
        'Code: 62. DB::Exception: Syntax error (Multi-statements are not allowed). (SYNTAX_ERROR)',
      );
    }
    return kind.queryClass;
  }

  /** Streams a result; false where the statement or its format does not allow it. */
  async #stream(session: Session, { sql, defaultFormat, signal }: Statement, sink: Sink): Promise<boolean> {
    const named = formatOf(sql);
    if (named === null) return false;
    const format = named ?? defaultFormat;
    if (!canStream(format)) return false;
    const started = performance.now();
    const cursor = this.#open(session, sql, format);
    if (!cursor) return false;
    let open = true;
    try {
      let part = await this.#addon.StreamFetch(cursor);
      sink.start(nothingDone((performance.now() - started) / 1000), format);
      while (!part.done) {
        await sink.write(part.bytes);
        if (signal.aborted) return true;
        part = await this.#addon.StreamFetch(cursor);
      }
      open = false;
    } finally {
      // A failed or abandoned cursor would keep its threads and its snapshot.
      if (open) this.#addon.StreamCancel(cursor);
    }
    return true;
  }

  #open(session: Session, sql: string, format: string) {
    try {
      return this.#addon.StreamQuery(session.connection, sql, format);
    } catch (e) {
      if (engineError(e).message.includes('Streaming query is not supported')) return undefined;
      throw e;
    }
  }

  /** Computes a whole result, then sends it. */
  async #answer(
    session: Session,
    { sql, defaultFormat }: Statement,
    sink: Sink,
    kind: number,
  ): Promise<void> {
    const answer = await this.#addon.QueryAsyncConnection(session.connection, sql, defaultFormat);
    const read = kind === queryClass.read;
    sink.start(
      {
        readRows: read ? answer.rowsRead : 0,
        readBytes: answer.bytesRead,
        writtenRows: read ? 0 : answer.rowsRead,
        elapsed_s: answer.elapsed,
      },
      formatOf(sql) ?? defaultFormat,
    );
    if (answer.bytes.length > 0) await sink.write(answer.bytes);
  }

  async #kill(session: Session): Promise<void> {
    await this.#addon
      .QueryAsyncConnection(
        this.#control.connection,
        `kill query where Settings['log_comment'] = '${session.name}' async`,
        'Null',
      )
      .catch(() => {});
  }

  /** Waits for running statements, then closes the data folder. */
  async close(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
    this.#reads.close();
    this.#writes.close();
    this.#control.close();
  }
}

function nothingDone(elapsed_s: number): Summary {
  return { readRows: 0, readBytes: 0, writtenRows: 0, elapsed_s };
}
