import { createServer, type Server } from 'node:net';
import { Aedes } from 'aedes';
import mqtt, { type MqttClient } from 'mqtt';

/** The owner's broker at home, with its retained messages for Home Assistant. A restart loses them. */
export class HomeBroker {
  readonly password: string;
  port = 0;
  /** Retained and later messages, by topic; an empty one removes its topic. */
  readonly messages = new Map<string, string>();
  #aedes: Aedes | undefined;
  #server: Server | undefined;
  #reader: MqttClient | undefined;

  constructor(password = 'at-home') {
    this.password = password;
  }

  get url(): string {
    return `mqtt://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const aedes = new Aedes();
    await aedes.listen();
    aedes.authenticate = (_client, _user, password, done) => {
      const isRight = password?.toString() === this.password;
      done(isRight ? null : Object.assign(new Error('refused'), { returnCode: 4 }), isRight);
    };
    const server = createServer(aedes.handle);
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    const address = server.address();
    this.port = typeof address === 'object' && address ? address.port : 0;
    this.#aedes = aedes;
    this.#server = server;
    this.messages.clear();
    this.#reader = await mqtt.connectAsync(this.url, {
      username: 'reader',
      password: this.password,
      reconnectPeriod: 0,
    });
    this.#reader.on('message', (topic, payload) => {
      if (payload.length === 0) this.messages.delete(topic);
      else this.messages.set(topic, payload.toString());
    });
    await this.#reader.subscribeAsync('#', { qos: 1 });
  }

  async publish(topic: string, payload: string): Promise<void> {
    await this.#reader?.publishAsync(topic, payload, { qos: 1, retain: true });
  }

  json(topic: string): Record<string, unknown> {
    return JSON.parse(this.messages.get(topic) ?? '{}');
  }

  async stop(): Promise<void> {
    await this.#reader?.endAsync(true);
    await new Promise<void>((resolve) => this.#aedes?.close(resolve) ?? resolve());
    await new Promise<void>((resolve) => this.#server?.close(() => resolve()) ?? resolve());
  }
}
