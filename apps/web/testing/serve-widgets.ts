import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build, preview } from 'vite';

/** Builds the page of the shared pieces and serves it, its calls going to the server at `api`. */
export async function serveWidgets(api: string): Promise<{ url: string; stop(): Promise<void> }> {
  const root = path.resolve(import.meta.dirname, '..');
  const outDir = await mkdtemp(path.join(tmpdir(), 'voltloop-widgets-'));
  const configFile = path.join(root, 'vite.config.ts');
  const input = path.join(import.meta.dirname, 'widgets.html');
  await build({
    root,
    configFile,
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, rolldownOptions: { input } },
  });
  const calls = ['/v1', '/common', '/files', '/area', '/data'];
  const server = await preview({
    root,
    configFile,
    logLevel: 'error',
    build: { outDir },
    preview: {
      port: 0,
      host: '127.0.0.1',
      proxy: Object.fromEntries(calls.map((call) => [call, { target: api }])),
    },
  });
  const address = server.httpServer.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/testing/widgets.html`,
    async stop() {
      await server.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}
