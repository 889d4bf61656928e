import type { Addon, Connection } from './addon.ts';
import { quote, quoteName } from './statement.ts';

/** Database, settings and parameters of one statement. */
export interface Scope {
  database: string;
  settings: ReadonlyMap<string, string>;
  /** Values of `{name:Type}`, in the escaped text form of ClickHouse's HTTP interface. */
  params: ReadonlyMap<string, string>;
}

/** ClickHouse's own limit, max_query_size. */
const USUAL_STATEMENT_BYTES = 256 * 1024;
/** Safely below the limit, at four bytes per character. */
const USUAL_STATEMENT_CHARS = USUAL_STATEMENT_BYTES / 4;
const LONG_STATEMENT_BYTES = 256 * 1024 * 1024;

/**
 * One connection to the engine with its current scope. Settings and parameters are only set, never reset: where a
 * reset would be necessary the connection is replaced (0.2 ms), so that no request sees values of another.
 */
export class Session {
  /** Identifies its statements in system.processes, to cancel them. */
  readonly name: string;
  #addon: Addon;
  #path: string;
  #args: string[];
  #connection: Connection;
  #database = 'default';
  #settings = new Map<string, string>();
  #params = new Map<string, string>();

  /** @param args For the engine's command line. */
  constructor(addon: Addon, path: string, name: string, args: string[] = []) {
    this.#addon = addon;
    this.#path = path;
    this.#args = args;
    this.name = name;
    this.#connection = addon.CreateConnection(path, args);
  }

  get connection(): Connection {
    return this.#connection;
  }

  /** Applies the scope of a request. */
  async enter(scope: Scope): Promise<void> {
    const stale =
      [...this.#settings.keys()].some((k) => !scope.settings.has(k)) ||
      [...this.#params.keys()].some((k) => !scope.params.has(k));
    if (stale) this.renew();
    const statements: string[] = [];
    if (scope.database !== this.#database) statements.push(`use ${quoteName(scope.database)}`);
    const changes = [
      ...changed(this.#settings, scope.settings),
      ...changed(this.#params, scope.params).map(([k, v]) => [`param_${k}`, v] as const),
    ];
    if (this.#settings.size === 0) changes.unshift(['log_comment', this.name], ['implicit_select', '0']);
    if (changes.length > 0) {
      statements.push(`set ${changes.map(([k, v]) => `${quoteName(k)} = ${quote(v)}`).join(', ')}`);
    }
    if (statements.length > 0) await this.#apply(statements.join('; '), scope);
    this.#database = scope.database;
    this.#settings = new Map(scope.settings);
    this.#params = new Map(scope.params);
  }

  /**
   * ClickHouse limits the length of a statement; over HTTP its parameters do not count, but here they are part of
   * one.
   */
  async #apply(sql: string, scope: Scope): Promise<void> {
    const run = (text: string) => this.#addon.QueryAsyncConnection(this.#connection, text, 'Null');
    if (sql.length < USUAL_STATEMENT_CHARS) return void (await run(sql));
    await run(`set max_query_size = ${LONG_STATEMENT_BYTES}`);
    await run(sql);
    await run(
      `set max_query_size = ${quote(scope.settings.get('max_query_size') ?? String(USUAL_STATEMENT_BYTES))}`,
    );
  }

  /** Replaces the connection by a new one; no statement may be running on it. */
  renew(): void {
    this.close();
    this.#connection = this.#addon.CreateConnection(this.#path, this.#args);
    this.#database = 'default';
    this.#settings = new Map();
    this.#params = new Map();
  }

  close(): void {
    this.#addon.CloseConnection(this.#connection);
  }
}

function changed(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>) {
  return [...now].filter(([k, v]) => before.get(k) !== v);
}
