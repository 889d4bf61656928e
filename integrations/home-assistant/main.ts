/**
 * Home batteries of Voltloop in Home Assistant: docs/guides/home-assistant.md. Exit codes: 0 ended by a signal, 1 a
 * defect, 2 an invalid setting, 3 the token is refused, 4 the broker refuses the password.
 */
import { VoltloopClient } from '@voltloop/client';
import { Bridge, BridgeError } from './bridge.ts';
import { readSettings, SettingsError } from './settings.ts';

const EXIT = { token: 3, broker: 4 } as const;
const log = (message: string) => console.log(`${new Date().toISOString()} ${message}`);

async function main(): Promise<number> {
  const ended = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => ended.abort());
  try {
    const settings = readSettings(process.argv.slice(2), process.env);
    const client = new VoltloopClient({ url: settings.url, token: settings.token });
    await new Bridge(client, settings, { log }).run(ended.signal);
    log('Stopped');
    return 0;
  } catch (error) {
    if (error instanceof SettingsError) {
      console.error(error.message);
      return 2;
    }
    if (!(error instanceof BridgeError)) throw error;
    console.error(error.message);
    return EXIT[error.reason];
  }
}

process.exitCode = await main();
