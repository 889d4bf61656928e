/** A Modbus/TCP server that simulates one inverter, and its faults on request. */
import { createServer, type Server, type Socket } from 'node:net';
import { ModbusTCPServer } from 'jsmodbus';

export interface SimulatedInverter {
  port: number;
  /** `hang`: accepts requests and never answers. `garbage`: answers with bytes that are not Modbus. */
  mode: 'ok' | 'hang' | 'garbage' | 'busy';
  /** Delay of each answer. */
  delay_ms: number;
  /** Registers that it currently refuses to read. */
  refused?: { from: number; to: number };
  /** Received requests. */
  requests: number;
  /** Closes all connections and refuses further ones, until {@link up}. */
  down(): Promise<void>;
  up(): Promise<void>;
  stop(): Promise<void>;
}

const ILLEGAL_ADDRESS = 2;
const BUSY = 6;
const READ_HOLDING = 3;

/**
 * @param read The current registers: the address of the first, and their bytes.
 * @param unit Requests to other units are not answered, as on a bus.
 */
export async function startInverter(
  read: () => { base: number; bytes: Buffer },
  { host = '127.0.0.1', port = 0, unit = 1 } = {},
): Promise<SimulatedInverter> {
  const sockets = new Set<Socket>();
  let server: Server;
  const inverter: SimulatedInverter = {
    port,
    mode: 'ok',
    delay_ms: 0,
    requests: 0,
    async down() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
    async up() {
      server = createServer((socket) => {
        sockets.add(socket);
        socket.on('close', () => sockets.delete(socket));
        socket.on('error', () => socket.destroy());
      });
      // Without a listener for registers, the library requests them.
      const modbus = new ModbusTCPServer(server, { holding: undefined });
      modbus.on('readHoldingRegisters', (request, write) => {
        inverter.requests += 1;
        const { id, unitId, body } = request as unknown as {
          id: number;
          unitId: number;
          body: { start: number; count: number };
        };
        if (inverter.mode === 'hang' || unitId !== unit) return;
        const { refused } = inverter;
        const within = refused && body.start >= refused.from && body.start <= refused.to;
        const answer =
          inverter.mode === 'garbage'
            ? Buffer.alloc(64, 0x5a)
            : inverter.mode === 'busy' || within
              ? exception(id, unitId, BUSY)
              : registers(id, unitId, body.start, body.count, read());
        if (inverter.delay_ms > 0) setTimeout(write, inverter.delay_ms, answer);
        else write(answer);
      });
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(inverter.port, host, resolve);
      });
      const address = server.address();
      if (typeof address === 'object' && address) inverter.port = address.port;
    },
    async stop() {
      if (server.listening) await inverter.down();
    },
  };
  await inverter.up();
  return inverter;
}

function header(id: number, unitId: number, length: number): Buffer {
  const head = Buffer.alloc(7);
  head.writeUInt16BE(id, 0);
  head.writeUInt16BE(length + 1, 4);
  head.writeUInt8(unitId, 6);
  return head;
}

const exception = (id: number, unitId: number, code: number): Buffer =>
  Buffer.concat([header(id, unitId, 2), Buffer.from([READ_HOLDING | 0x80, code])]);

function registers(
  id: number,
  unitId: number,
  start: number,
  count: number,
  { base, bytes }: { base: number; bytes: Buffer },
): Buffer {
  const from = (start - base) * 2;
  if (from < 0 || from + count * 2 > bytes.length) return exception(id, unitId, ILLEGAL_ADDRESS);
  const body = bytes.subarray(from, from + count * 2);
  return Buffer.concat([header(id, unitId, 2 + body.length), Buffer.from([READ_HOLDING, body.length]), body]);
}
