import type { Aedes, AedesPublishPacket, Client } from 'aedes';
import type { Bus } from './bus.ts';

export function createEmbeddedBus(broker: Aedes): Bus {
  return {
    publish(topic, payload, { qos = 0, retain = false } = {}) {
      const packet = { cmd: 'publish', topic, payload, qos, retain, dup: false } as const;
      return new Promise((resolve, reject) => {
        broker.publish(packet, (e) => (e ? reject(e) : resolve()));
      });
    },
    async subscribe(filter, handler) {
      const deliver = (packet: AedesPublishPacket, done: () => void) => {
        try {
          handler(packet.topic, Buffer.from(packet.payload));
        } finally {
          done();
        }
      };
      await new Promise<void>((resolve) => broker.subscribe(filter, deliver, resolve));
      return () => new Promise<void>((resolve) => broker.unsubscribe(filter, deliver, resolve));
    },
    async disconnect(devid) {
      const client = clientOf(broker, devid);
      if (client) await new Promise<void>((resolve) => client.close(resolve));
    },
    // The broker stops itself; see createBroker.
    async stop() {},
  };
}

/** The client that is connected with this id; Aedes does not declare its list of clients. */
export const clientOf = (broker: Aedes, id: string): Client | undefined =>
  (broker as Aedes & { clients: Record<string, Client> }).clients[id];
