/** One Modbus/TCP connection to a host, shared by its units: many inverters accept a single connection only. */
import { Socket } from 'node:net';
import { ModbusTCPClient, UserRequestError } from 'jsmodbus';
import { Backoff } from '../backoff.ts';
import { RefusedError } from '../sunspec/index.ts';

export interface LineOptions {
  host: string;
  port: number;
  units: readonly number[];
  /** Timeouts of the connection and of each answer, ms. */
  timeout_ms: number;
  now_ms?: () => number;
  backoff?: Backoff;
}

/** The largest answer has 259 bytes; more than this without a request means that the host does not speak Modbus. */
const MAX_ANSWER_BYTES = 1024;

/** Meaning of the exception codes of the Modbus specification. */
const exceptions: Record<number, string> = {
  1: 'illegal function',
  2: 'illegal data address',
  3: 'illegal data value',
  4: 'server device failure',
  5: 'acknowledge',
  6: 'server device busy',
  8: 'memory parity error',
  10: 'gateway path unavailable',
  11: 'gateway target device failed to respond',
};

interface Connection {
  socket: Socket;
  clients: Map<number, ModbusTCPClient>;
  /** Bytes received since the last request: their count, and the first of them. */
  bytes: number;
  head: Buffer;
  /** Code of an exception unknown to the library. */
  unknownCode: number | null;
}

/** Size of an exception: its header, the function and the code. */
const EXCEPTION_BYTES = 9;

/**
 * Requests run one after another. After a timeout or a malformed answer the connection is closed, because a late answer
 * could be mistaken for that of another request; the next request reconnects, subject to the backoff.
 */
export class Line {
  readonly #options: LineOptions;
  readonly #backoff: Backoff;
  readonly #now_ms: () => number;
  #connection: Connection | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #notBefore_ms = 0;
  #reason = '';
  #closed = false;

  constructor(options: LineOptions) {
    this.#options = options;
    this.#backoff = options.backoff ?? new Backoff(1000, 60_000);
    this.#now_ms = options.now_ms ?? (() => performance.now());
  }

  get name(): string {
    return `${this.#options.host}:${this.#options.port}`;
  }

  /** Reads holding registers of a unit as bytes. Rejects with a {@link RefusedError} when the inverter answers with an exception. */
  read(unit: number, address: number, count: number): Promise<Uint8Array> {
    const reading = this.#last.then(() => this.#read(unit, address, count));
    this.#last = reading.catch(() => undefined);
    return reading;
  }

  close(): void {
    this.#closed = true;
    this.#drop();
  }

  async #read(unit: number, address: number, count: number): Promise<Uint8Array> {
    const connection = this.#connection ?? (await this.#connect());
    const client = connection.clients.get(unit);
    if (!client) throw new Error(`unit ${unit} is not configured for ${this.name}`);
    connection.bytes = 0;
    connection.head = Buffer.alloc(0);
    try {
      const { response } = await client.readHoldingRegisters(address, count);
      const bytes = response.body.valuesAsBuffer;
      if (bytes.length !== count * 2)
        throw new Error(`${bytes.length} bytes instead of ${count * 2} at register ${address}`);
      this.#backoff.reset();
      return bytes;
    } catch (error) {
      throw this.#failed(error, connection);
    }
  }

  /** Keeps the connection after an exception, and closes it after anything else. */
  #failed(error: unknown, { unknownCode }: Connection): Error {
    if (unknownCode !== null) {
      this.#backoff.reset();
      return new RefusedError(unknownCode, `Modbus exception ${unknownCode} (unknown)`);
    }
    if (error instanceof UserRequestError && error.err === 'ModbusException') {
      this.#backoff.reset();
      const { body } = (error.response ?? {}) as { body?: { code?: number } };
      const code = body?.code ?? 0;
      return new RefusedError(code, `Modbus exception ${code} (${exceptions[code] ?? 'unknown'})`);
    }
    this.#wait();
    this.#drop();
    if (error instanceof UserRequestError)
      return new Error(
        error.err === 'Timeout' ? `no answer within ${this.#options.timeout_ms} ms` : error.message,
      );
    return error as Error;
  }

  async #connect(): Promise<Connection> {
    if (this.#closed) throw new Error('closed');
    if (this.#now_ms() < this.#notBefore_ms) throw new Error(this.#reason);
    const { host, port, units, timeout_ms } = this.#options;
    const socket = new Socket();
    // Created before the connection: a client that has not seen it open refuses every request.
    const clients = new Map(units.map((unit) => [unit, new ModbusTCPClient(socket, unit, timeout_ms)]));
    const connection: Connection = { socket, clients, bytes: 0, head: Buffer.alloc(0), unknownCode: null };
    const listeners = socket.listeners('data');
    socket.removeAllListeners('data');
    const opened = Promise.withResolvers<void>();
    const timer = setTimeout(
      () => socket.destroy(new Error(`no connection within ${timeout_ms} ms`)),
      timeout_ms,
    );
    socket.setNoDelay(true);
    socket.setKeepAlive(true, 30_000);
    socket.on('connect', () => opened.resolve());
    socket.on('error', opened.reject);
    socket.on('data', (data: Buffer<ArrayBuffer>) => {
      connection.bytes += data.length;
      connection.head = Buffer.concat([connection.head, data]).subarray(0, EXCEPTION_BYTES);
      if (connection.bytes > MAX_ANSWER_BYTES) {
        socket.destroy();
        return;
      }
      // The library throws on an unknown exception code, which would end the program.
      try {
        for (const listener of listeners) listener.call(socket, data);
      } catch (error) {
        connection.unknownCode = codeOf(connection.head);
        socket.destroy(error as Error);
      }
    });
    socket.on('close', () => {
      opened.reject(new Error('the connection was closed'));
      if (this.#connection === connection) this.#connection = null;
    });
    this.#connection = connection;
    try {
      socket.connect({ host, port });
      await opened.promise;
      return connection;
    } catch (error) {
      this.#wait();
      this.#drop();
      this.#reason = `${this.name}: ${(error as Error).message}`;
      throw new Error(this.#reason, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  #wait(): void {
    this.#reason = `${this.name}: waiting before the next attempt`;
    this.#notBefore_ms = this.#now_ms() + this.#backoff.next();
  }

  #drop(): void {
    const connection = this.#connection;
    this.#connection = null;
    connection?.socket.destroy();
  }
}

/** The code of an exception; null for anything else. */
function codeOf(head: Buffer): number | null {
  if (head.length < EXCEPTION_BYTES) return null;
  return head.readUInt8(7) >= 0x80 ? head.readUInt8(8) : null;
}
