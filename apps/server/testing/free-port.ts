import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * A port without a listener, below those that systems give to outgoing connections: one of them could take it before
 * the server opens it.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(15_000, 32_000);
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
  return isFree ? port : freePort();
}
