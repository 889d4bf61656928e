import type { Aedes, AedesPublishPacket } from 'aedes';
import type { Bus } from './bus.ts';

/** The bus on the embedded broker. */
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
      const client = (broker as unknown as { clients: Record<string, { close(done: () => void): void }> })
        .clients[devid];
      if (client) await new Promise<void>((resolve) => client.close(resolve));
    },
    // The broker stops itself; see createBroker.
    async stop() {},
  };
}
