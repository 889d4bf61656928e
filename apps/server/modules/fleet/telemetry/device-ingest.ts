import { decodeMessage } from '@voltloop/protocol/decode-message.ts';
import type { FastifyRequest } from 'fastify';
import { basicCredentials } from '../../../platform/basic-credentials.ts';
import { type Bus, liveFrameTopic } from '../../../platform/bus.ts';
import { AppError } from '../../../platform/errors.ts';
import { KeyedLimits } from '../../../platform/keyed-limits.ts';
import { messageCost } from '../../../platform/message-cost.ts';
import type { TenantRates } from '../../../platform/tenant-rates.ts';
import type { Things } from '../things/index.ts';
import type { Ingest } from './ingest.ts';

const MAX_BYTES = 256 * 1024;
/** Limit of bytes of HTTP messages waiting for their commit. */
const MAX_PENDING_BYTES = 32 * 1024 * 1024;

/** Reads a message of a foreign device; resolves with the number of its readings when they are committed. */
export type RawReader = (devid: string, topic: string, payload: Buffer) => Promise<number>;

/** HTTP ingest: the same frames, credentials and limits as over MQTT; answers after the commit. */
export class DeviceIngest {
  readonly #things: Pick<Things, 'authenticateDevice'>;
  readonly #tenantRates: Pick<TenantRates, 'takeNow'> | undefined;
  readonly #ingest: Ingest;
  readonly #isClockWrong: () => boolean;
  readonly #bus: Pick<Bus, 'publish'>;
  readonly #secrets: boolean;
  readonly #limits: KeyedLimits;
  #pendingBytes = 0;
  #readRaw: RawReader = () => Promise.reject(new AppError('notFound'));

  constructor(
    things: Pick<Things, 'authenticateDevice'>,
    ingest: Ingest,
    bus: Pick<Bus, 'publish'>,
    rate: number,
    /** Whether passwords are accepted; otherwise devices use certificates, over MQTT. */
    secrets = true,
    tenantRates?: Pick<TenantRates, 'takeNow'>,
    isClockWrong: () => boolean = () => false,
  ) {
    this.#things = things;
    this.#ingest = ingest;
    this.#bus = bus;
    this.#limits = new KeyedLimits(rate, rate * 4);
    this.#secrets = secrets;
    this.#tenantRates = tenantRates;
    this.#isClockWrong = isClockWrong;
  }

  readRawBy(reader: RawReader): void {
    this.#readRaw = reader;
  }

  /** Frames of docs/protocol.md. */
  async accept(request: FastifyRequest, devid: string, body: unknown): Promise<{ accepted: number }> {
    return this.#admit(request, devid, body, async (payload) => {
      const message = decodeMessage(payload);
      if (message === undefined) throw new AppError('validation', { message: 'The body is not JSON' });
      const accepted = await this.#ingest.accept(devid, payload, message);
      // Notify current watchers of the device; the frames are committed, so nothing is lost when the bus is unreachable.
      void this.#bus.publish(liveFrameTopic(devid), payload).catch(() => {});
      return accepted;
    });
  }

  /** A message in the device's own words; `topic` is its name in the mapping of its model. */
  async acceptRaw(
    request: FastifyRequest,
    devid: string,
    topic: string,
    body: unknown,
  ): Promise<{ accepted: number }> {
    return this.#admit(request, devid, body, (payload) => this.#readRaw(devid, topic, payload));
  }

  /** Checks who sends and how much, then reads the message. */
  async #admit(
    request: FastifyRequest,
    devid: string,
    body: unknown,
    read: (payload: Buffer) => Promise<number>,
  ): Promise<{ accepted: number }> {
    const credentials = basicCredentials(request.headers.authorization);
    if (!this.#secrets || credentials?.user !== devid) throw new AppError('unauthorized');
    const device = await this.#things.authenticateDevice(devid, credentials.password, request.ip);
    if (!device) throw new AppError('unauthorized');
    const payload = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body ?? null), 'utf8');
    if (payload.length > MAX_BYTES) throw new AppError('tooLarge');
    const cost = messageCost(payload.length);
    const delay_ms = this.#limits.takeNow(devid, cost, Date.now());
    if (delay_ms > 0)
      throw new AppError('tooMany', { message: 'Too many frames', retryAfter_s: delay_ms / 1000 });
    const shared_ms = this.#tenantRates?.takeNow(device.tenantId, cost, Date.now()) ?? 0;
    if (shared_ms > 0)
      throw new AppError('tooMany', {
        message: 'The organization of this device sends more frames than it may',
        retryAfter_s: shared_ms / 1000,
      });
    if (this.#pendingBytes + payload.length > MAX_PENDING_BYTES) {
      throw new AppError('unavailable', { retryAfter_s: 5 });
    }
    if (this.#isClockWrong()) throw new AppError('unavailable', { retryAfter_s: 60 });
    const cause = this.#ingest.stuck();
    if (cause) throw new AppError(cause === 'disk_full' ? 'diskFull' : 'unavailable', { retryAfter_s: 5 });
    this.#pendingBytes += payload.length;
    try {
      return { accepted: await read(payload) };
    } finally {
      this.#pendingBytes -= payload.length;
    }
  }
}
