import { connect, createServer, type Socket } from 'node:net';

/** A proxy to a local server whose connections can be cut and restored. */
export class CuttableLine {
  readonly #open = new Set<Socket>();
  readonly #server = createServer((near) => {
    if (this.#isCut) return void near.destroy();
    const far = connect(this.#port, '127.0.0.1');
    for (const socket of [near, far]) {
      this.#open.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        this.#open.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far).pipe(near);
  });
  readonly #port: number;
  #isCut = false;

  constructor(port: number) {
    this.#port = port;
  }

  /** @returns its address */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  }

  cut(): void {
    this.#isCut = true;
    for (const socket of this.#open) socket.destroy();
  }

  restore(): void {
    this.#isCut = false;
  }

  stop(): void {
    this.cut();
    this.#server.close();
  }
}
