import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Backoff } from '../backoff.ts';
import { RefusedError } from '../sunspec/index.ts';
import { Line } from './line.ts';

const COUNT = 4;
const ROUNDS = 400;

/** Seeded: the same numbers at each run. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Next = (below: number) => number;
const bytesOf = (next: Next, length: number) => Buffer.from(Array.from({ length }, () => next(256)));

/** A frame whose header may be wrong. */
function frame(id: number, pdu: Buffer, { protocol = 0, length = pdu.length + 1, unit = 1 } = {}): Buffer {
  const head = Buffer.alloc(7);
  head.writeUInt16BE(id, 0);
  head.writeUInt16BE(protocol, 2);
  head.writeUInt16BE(length & 0xffff, 4);
  head.writeUInt8(unit, 6);
  return Buffer.concat([head, pdu]);
}

/** Possible answers of a hostile inverter. */
function hostileAnswer(id: number, next: Next): Buffer {
  const good = Buffer.concat([Buffer.from([3, COUNT * 2]), bytesOf(next, COUNT * 2)]);
  switch (next(13)) {
    case 0:
      return bytesOf(next, 1 + next(300));
    case 1:
      return frame(id, Buffer.concat([Buffer.from([next(256)]), bytesOf(next, next(20))]));
    case 2:
      return frame(id, Buffer.from([0x83, next(256)]));
    case 3:
      return frame(id, Buffer.from([0x80 | next(128)]));
    case 4:
      return frame(id, good, { length: next(65_536) });
    case 5:
      return frame(id, Buffer.concat([Buffer.from([3, next(256)]), bytesOf(next, next(300))]));
    case 6:
      return frame(next(65_536), good);
    case 7:
      return frame(id, good, { protocol: next(65_536) });
    case 8:
      return frame(id, good, { unit: next(256) });
    case 9:
      return Buffer.concat([frame(id, good), frame(id, good), frame(id + 1, bytesOf(next, 3))]);
    case 10:
      return bytesOf(next, 2000);
    case 11:
      return frame(id, good);
    default:
      return frame(id, Buffer.alloc(0), { length: next(4) });
  }
}

let server: Server;
let hostile: (id: number, socket: Socket) => void;
const sockets = new Set<Socket>();
beforeEach(async () => {
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('data', (request: Buffer) => hostile(request.readUInt16BE(0), socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

it('each read ends with registers or an error for any answer, and the next one works', async () => {
  const next = random(7);
  const { port } = server.address() as AddressInfo;
  const line = new Line({
    host: '127.0.0.1',
    port,
    units: [1],
    timeout_ms: 40,
    backoff: new Backoff(1, 1),
    now_ms: (() => {
      let now_ms = 0;
      return () => {
        now_ms += 10_000;
        return now_ms;
      };
    })(),
  });
  const ends = { registers: 0, refused: 0, error: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    hostile = (id, socket) => {
      const answer = hostileAnswer(id, next);
      const cut = next(2) === 0 ? answer.length : next(answer.length + 1);
      socket.write(answer.subarray(0, cut));
      if (next(4) > 0) setImmediate(() => socket.destroyed || socket.write(answer.subarray(cut)));
      else if (next(3) === 0) socket.destroy();
    };
    try {
      const bytes = await line.read(1, 40_000, COUNT);
      expect(bytes.length).toBe(COUNT * 2);
      ends.registers += 1;
    } catch (error) {
      expect(error).toBeInstanceOf(Error);
      if (error instanceof RefusedError) ends.refused += 1;
      else ends.error += 1;
    }
  }
  expect(Object.values(ends).filter((n) => n < 10)).toEqual([]);
  hostile = (id, socket) => socket.write(frame(id, Buffer.from([3, 8, 0, 1, 0, 2, 0, 3, 0, 4])));
  const read = () => line.read(1, 40_000, COUNT);
  const after = await read().catch(read);
  expect([...after]).toEqual([0, 1, 0, 2, 0, 3, 0, 4]);
  line.close();
}, 120_000);

it('an exception with an unknown code is a refusal', async () => {
  const { port } = server.address() as AddressInfo;
  const line = new Line({ host: '127.0.0.1', port, units: [1], timeout_ms: 5000 });
  for (const code of [0, 7, 9, 12, 255]) {
    hostile = (id, socket) => socket.write(frame(id, Buffer.from([0x83, code])));
    await expect(line.read(1, 40_000, COUNT)).rejects.toEqual(
      new RefusedError(code, `Modbus exception ${code} (unknown)`),
    );
  }
  line.close();
});
