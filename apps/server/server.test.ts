import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { StartError } from './platform/start-error.ts';
import { Progress } from './progress.ts';
import { startServer } from './server.ts';
import { Stopping } from './stopping.ts';

test.each(['PORT', 'MQTT_PORT'])('a %s in use is reported before anything is created', async (setting) => {
  const folder = await mkdtemp(join(tmpdir(), 'voltloop-port-'));
  const dataDir = join(folder, 'data');
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  const log = pino({ level: 'silent' });
  const stopping = new Stopping();
  try {
    const env = { PORT: '0', MQTT_PORT: '0', [setting]: String(port), DATA_DIR: dataDir };
    const error = await startServer(readConfig(env, []), log, new Progress(false), stopping).catch((e) => e);
    expect(error).toBeInstanceOf(StartError);
    expect(error.message).toBe(`Port ${port} is in use by another program.`);
    expect(error.hint).toContain(`${setting}=${port + 1}`);
    expect(existsSync(dataDir)).toBe(false);
  } finally {
    await stopping.stop(log);
    other.close();
    await rm(folder, { recursive: true });
  }
});

test('an address that this machine does not have is reported with its setting', async () => {
  const env = { HOST: '192.0.2.1', PORT: '0', DATA_DIR: '/nowhere/voltloop' };
  const log = pino({ level: 'silent' });
  const start = startServer(readConfig(env, []), log, new Progress(false), new Stopping());
  await expect(start).rejects.toThrow(/^This machine does not have the address of HOST: .*192\.0\.2\.1/);
});
