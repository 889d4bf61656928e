import mqtt, { type MqttClient } from 'mqtt';

/**
 * A device that publishes as fast as its window allows and remembers what was acknowledged. Each frame has its own
 * time and a counter that rises by one Wh, so that every answer can be computed by hand.
 */
export class Publisher {
  readonly devid: string;
  readonly acknowledged = new Set<number>();
  readonly #client: MqttClient;
  readonly #begin_ms: number;
  #next = 0;
  #running = true;
  #done: Promise<void>[] = [];

  constructor(options: { port: number; devid: string; secret: string; begin_ms: number; window?: number }) {
    this.devid = options.devid;
    this.#begin_ms = options.begin_ms;
    this.#client = mqtt.connect(`mqtt://127.0.0.1:${options.port}`, {
      username: options.devid,
      password: options.secret,
      clientId: `${options.devid}-load`,
      clean: false,
      reconnectPeriod: 200,
      connectTimeout: 5000,
    });
    // Refused connections while the server is down are what this test is about.
    this.#client.on('error', () => {});
    for (let i = 0; i < (options.window ?? 20); i++) this.#done.push(this.#lane());
  }

  /** Device time of frame `n`. */
  time(n: number): number {
    return this.#begin_ms + n * 1000;
  }

  /** Stops sending new frames and waits until those under way are acknowledged. */
  async finish(): Promise<void> {
    this.#running = false;
    await Promise.all(this.#done);
    await this.#client.endAsync();
  }

  async #lane(): Promise<void> {
    while (this.#running) {
      const n = this.#next++;
      const frame = {
        ts: this.time(n),
        boot: 1,
        seq: n,
        data: { M_SOC: 50, E_E_PV: n, E_PV_P: n % 1000 },
      };
      // Resolves with the PUBACK, after as many reconnects as it takes.
      await this.#client.publishAsync(`things/${this.devid}/telemetry`, JSON.stringify(frame), { qos: 1 });
      this.acknowledged.add(n);
    }
  }
}
