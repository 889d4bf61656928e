import { parseTopic, upKinds } from '@voltloop/protocol';
import type { PublishPacket } from 'aedes';
import type { Logger } from 'pino';
import { messageCost } from '../platform/message-cost.ts';
import { NotAccepting } from '../platform/not-accepting.ts';
import type { TenantRates } from '../platform/tenant-rates.ts';
import type { UplinkKind, UplinkRouter } from '../platform/uplink.ts';
import type { Backpressure } from './broker-backpressure.ts';
import { isWill } from './broker-client.ts';
import type { Link } from './broker-link.ts';

const MAX_UNREAD_ACK_BYTES = 256 * 1024;

export interface PublishOptions {
  uplink: UplinkRouter;
  /** Shared limit of all devices of a tenant; unlimited by default. */
  tenantRates?: Pick<TenantRates, 'take'>;
  log: Logger;
}

type Done = (e?: Error | null) => void;

/** Checks one message of a device and delivers it to the uplink; `done` lets Aedes acknowledge it. */
export function handlePublish(
  { uplink, tenantRates, log }: PublishOptions,
  backpressure: Backpressure,
  link: Link,
  packet: PublishPacket,
  done: Done,
): void {
  const kind = kindOf(link, packet.topic);
  if (kind === null) {
    log.debug({ devid: link.devid, topic: packet.topic }, 'publish refused');
    done(new Error('not authorized'));
    return;
  }
  // Only this process subscribes to device topics, and it receives messages at once. Aedes would scan retained
  // messages at each subscription: with 20,000 states that blocked the whole process.
  packet.retain = false;
  const payload = packet.payload as Buffer;
  const bytes = payload.length;
  const delay_ms = isWill(link.client, packet) ? 0 : delayOf(link, messageCost(bytes), tenantRates);
  if (delay_ms === 'refused') {
    // Unacknowledged: the device resends it after its connection has ended.
    done(new Error('the tenant exceeds its rate limit'));
    return;
  }
  backpressure.addPending(link, bytes);
  const deliver = () => {
    const { qos } = packet;
    const committed = uplink.deliver({
      devid: link.devid,
      thingId: link.thingId,
      kind,
      ...(kind === 'raw' ? { topic: packet.topic } : {}),
      payload,
      retained: false,
    });
    if (qos === 0) done(null);
    committed.then(
      () => {
        backpressure.release(link, bytes);
        if (qos === 1) acknowledge(link, packet);
        if (qos > 0) done(null);
      },
      (err: unknown) => {
        backpressure.release(link, bytes);
        // Unacknowledged: the device resends it after its connection has ended.
        if (!(err instanceof NotAccepting))
          log.warn({ err, devid: link.devid, kind }, 'a message was not processed');
        if (qos > 0) done(new Error('not taken'));
      },
    );
  };
  if (delay_ms > 0) backpressure.delay(link, delay_ms, deliver);
  else deliver();
}

const MAX_TOPIC_CHARS = 300;

/**
 * The kind of a message by its topic; null for one that the device must not use. Any topic of a foreign device is about
 * itself: only this process reads it, and the device is known from the connection.
 */
function kindOf(link: Link, text: string): UplinkKind | null {
  const topic = parseTopic(text);
  if (topic) return topic.devid === link.devid && upKinds.includes(topic.kind) ? topic.kind : null;
  const allowed = link.foreign && text.length <= MAX_TOPIC_CHARS && !/^(?:\$|things\/|voltloop\/)/.test(text);
  return allowed ? 'raw' : null;
}

/** The delay of a message by the limits of its tenant and device. */
function delayOf(link: Link, cost: number, tenantRates: PublishOptions['tenantRates']): number | 'refused' {
  const now_ms = Date.now();
  const shared_ms = link.tenantId ? (tenantRates?.take(link.tenantId, cost, now_ms) ?? 0) : 0;
  if (shared_ms === 'refused') return 'refused';
  return Math.max(shared_ms, link.limit.take(cost, now_ms));
}

/**
 * Writes the PUBACK without Aedes: a commit releases thousands of messages at once, and one write for each
 * connection costs a tenth of Aedes' three writes for each message. For Aedes the message has QoS 0 from here; only
 * this process subscribes to messages of devices.
 */
function acknowledge(link: Link, packet: PublishPacket): void {
  packet.qos = 0;
  link.acks.push(packet.messageId ?? 0);
  if (link.acks.length > 1) return;
  process.nextTick(() => {
    const ids = link.acks.splice(0);
    const bytes = Buffer.allocUnsafe(ids.length * 4);
    ids.forEach((id, i) => {
      bytes.writeUInt16BE(0x4002, i * 4);
      bytes.writeUInt16BE(id, i * 4 + 2);
    });
    const { conn } = link.client;
    // A device that sends but never reads is disconnected.
    if (conn.writableLength > MAX_UNREAD_ACK_BYTES) conn.destroy();
    else if (conn.writable) conn.write(bytes);
  });
}
