import { createServer } from 'node:net';
import { StartError } from './platform/start-error.ts';

/**
 * Listens on a port for a moment: one that is taken is said before databases are made for nothing.
 * @throws StartError as {@link listenOrSay}.
 */
export async function checkPort(setting: string, host: string, port: number): Promise<void> {
  await listenOrSay(
    setting,
    port,
    () =>
      new Promise<void>((resolve, reject) => {
        const probe = createServer();
        probe.once('error', reject);
        probe.listen({ host, port }, () => probe.close(() => resolve()));
      }),
  );
}

/**
 * Runs `listen`, and says in words of the setting why it could not.
 * @throws StartError where the port is taken or closed to this user; what else `listen` throws.
 */
export async function listenOrSay(
  setting: string,
  port: number,
  listen: () => Promise<unknown>,
): Promise<void> {
  try {
    await listen();
  } catch (cause) {
    const code = (cause as { code?: string }).code;
    if (code === 'EADDRINUSE') {
      throw new StartError(
        `Port ${port} is in use by another program.`,
        `Stop that program, or start with another one: ${setting}=${port + 1} npm start.`,
        { cause },
      );
    }
    if (code === 'EACCES') {
      throw new StartError(
        `Port ${port} may not be used by this user.`,
        `Set ${setting} to 1024 or higher.`,
        {
          cause,
        },
      );
    }
    throw cause;
  }
}
