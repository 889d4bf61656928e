import { type AddressInfo, createServer, type ListenOptions, type Server } from 'node:net';
import { StartError } from './platform/start-error.ts';

/**
 * Listens on a port for a moment, so that a port in use is reported before databases are created.
 * @throws StartError as {@link listenOrSay}.
 */
export async function checkPort(setting: string, host: string, port: number): Promise<void> {
  const probe = createServer();
  await listenOrExplain(setting, port, () => listenOn(probe, { host, port }, () => {}));
  await closeServer(probe);
}

/**
 * Resolves with the address when the server listens. Rejects with the system's error, e.g. EADDRINUSE.
 * @param onError Receives later errors of the port.
 */
export async function listenOn(
  server: Server,
  options: ListenOptions,
  onError: (error: Error) => void,
): Promise<AddressInfo> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options, () => {
      server.off('error', reject);
      server.on('error', onError);
      resolve();
    });
  });
  return server.address() as AddressInfo;
}

/** Resolves when the server no longer listens and its connections have ended; closes HTTP connections. */
export function closeServer(server: Server & { closeAllConnections?: () => void }): Promise<void> {
  if (!server.listening) return Promise.resolve();
  server.closeAllConnections?.();
  return new Promise((resolve) => server.close(() => resolve()));
}

/**
 * Runs `listen`, and explains a failure in terms of the setting.
 * @throws StartError when the port is in use or not permitted, or the address is not of this machine; other errors of
 * `listen`.
 */
export async function listenOrExplain<T>(
  setting: string,
  port: number,
  listen: () => Promise<T>,
): Promise<T> {
  try {
    return await listen();
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
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
      const host = setting === 'HTTP_REDIRECT_PORT' ? 'HOST' : setting.replace('PORT', 'HOST');
      throw new StartError(
        `This machine does not have the address of ${host}: ${(cause as Error).message}.`,
        `Set ${host} to an address of this machine, or to 0.0.0.0 for all of them.`,
        { cause },
      );
    }
    throw cause;
  }
}
