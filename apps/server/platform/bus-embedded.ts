import type { Aedes, AedesPublishPacket, Client } from 'aedes';
import type { Bus } from './bus.ts';

export function createEmbeddedBus(broker: Aedes): Bus {
  return {
    // Sessions at the embedded broker are clean: nothing is stored for a device that is offline.
    publish(topic, payload, { qos = 0 } = {}) {
      const packet = { cmd: 'publish', topic, payload, qos, retain: false, dup: false } as const;
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
    disconnect: (devid) => closeClient(broker, devid),
    disconnectHere: (devid) => closeClient(broker, devid),
    // The broker stops itself; see createBroker.
    async stop() {},
  };
}

async function closeClient(broker: Aedes, devid: string): Promise<void> {
  const client = clientOf(broker, devid);
  if (client) await new Promise<void>((resolve) => client.close(resolve));
}

/** The client that is connected with this id; Aedes does not declare its list of clients. */
export const clientOf = (broker: Aedes, id: string): Client | undefined =>
  (broker as Aedes & { clients: Record<string, Client> }).clients[id];
