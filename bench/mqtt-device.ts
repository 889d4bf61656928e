import { connect, type Socket } from 'node:net';
import mqttPacket from 'mqtt-packet';

export interface Device {
  devid: string;
  secret: string;
}

/** Connects as a real device does, with a last will; resolves once the broker accepted it. */
export function connectDevice(
  { devid, secret }: Device,
  options: { port: number; localAddress?: string; keepalive?: number },
): Promise<Socket> {
  const { keepalive = 0, ...address } = options;
  return new Promise((resolve, reject) => {
    const socket = connect({ ...address, host: '127.0.0.1', noDelay: true });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error(`${devid}: connection closed`)));
    socket.once('data', (connack) => {
      if (connack[3] === 0) resolve(socket);
      else reject(new Error(`${devid}: refused with ${connack[3]}`));
    });
    socket.write(
      mqttPacket.generate({
        cmd: 'connect',
        protocolId: 'MQTT',
        protocolVersion: 4,
        clean: true,
        keepalive,
        clientId: devid,
        username: devid,
        password: Buffer.from(secret),
        will: {
          topic: `things/${devid}/state`,
          payload: Buffer.from('{"online":false}'),
          qos: 1,
          retain: true,
        },
      }),
    );
  });
}
