import { flushCompileCache } from 'node:module';
import { failureText, printError } from './command-line.ts';
import { readConfig } from './config.ts';
import { demoAccounts, demoPassword } from './demo/seed/demo-accounts.ts';
import { createLog } from './platform/log.ts';
import { StartError } from './platform/start-error.ts';
import { traceIds } from './platform/tracing/spans.ts';
import { version } from './platform/version.ts';
import { Progress } from './progress.ts';
import { startServer } from './server.ts';
import { Stopping } from './stopping.ts';

/** The process: reads settings, runs one server, handles signals and the exit code. */
async function main(): Promise<void> {
  const config = readConfig(process.env, process.argv.slice(2));
  const log = createLog(config.logLevel, config.tracing ? traceIds : undefined);
  log.info({ version, node: process.version }, 'starting');
  const progress = new Progress(config.interactive);

  const stopping = new Stopping();
  if (config.tracing) {
    // OpenTelemetry needs memory and time at the start, so it is loaded only where it is used.
    const { openTracing } = await import('./platform/tracing/open-tracing.ts');
    const tracing = openTracing(config.tracing, log);
    stopping.add('tracing', () => tracing.stop());
  }
  let stopRequested = false;
  const end = async (signal: string) => {
    if (stopRequested) return;
    stopRequested = true;
    progress.print('', `${signal}: stopping …`);
    await stopping.stop(log);
    progress.print('Stopped.');
    process.exit(0);
  };
  process.on('SIGINT', () => void end('Ctrl-C'));
  process.on('SIGTERM', () => void end('SIGTERM'));
  process.on('SIGHUP', () => void end('SIGHUP'));
  process.on('unhandledRejection', (err) => log.error({ err }, 'unhandled promise rejection'));

  const server = await startServer(config, log, progress, stopping).catch(async (e) => {
    await stopping.stop(log);
    // Stopped during the start: ignore failures of parts on shutdown.
    if (stopRequested) process.exit(0);
    throw e;
  });
  progress.print(
    '',
    `Voltloop ${version} is ready in ${progress.elapsed_s()} s.`,
    '',
    `  Console   ${server.url}`,
    `  Devices   ${withoutSecrets(server.mqttUrl)}`,
    ...(server.mqttTlsUrl ? [`            ${server.mqttTlsUrl}`] : []),
  );
  if (server.demo) {
    progress.print('', `  Demo accounts, all with the password ${demoPassword}:`);
    for (const { userName, what } of demoAccounts) progress.print(`    ${userName.padEnd(16)}${what}`);
  } else if (server.setupCode !== null) {
    progress.print(
      '',
      '  There is no account yet. Make the first one with the setup code, or open this address:',
      `  Setup     ${server.setupCode}`,
      `            ${server.url}/setup#${encodeURIComponent(server.setupCode)}`,
    );
  } else if (config.empty) {
    progress.print('', '  Open the console to sign in.');
  }
  progress.print('', '  Ctrl-C stops it.', '');
  // Otherwise it is written at process exit, which a power cut or a `kill -9` skips.
  flushCompileCache();
}

/** The address without user and password. */
function withoutSecrets(address: string): string {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  return url.href;
}

main().catch((e) => {
  const text = e instanceof StartError || !(e instanceof Error) ? failureText(e) : e.stack;
  printError(`\nVoltloop can't start: ${text}`);
  process.exit(1);
});
