import { readConfig } from './config.ts';
import { demoAccounts, demoPassword } from './demo/accounts.ts';
import { StartError } from './embedded/start-error.ts';
import { createLog } from './platform/log.ts';
import { Progress } from './progress.ts';
import { type Server, startServer } from './server.ts';

/** The process: settings in, one server, signals, exit code. */
async function main(): Promise<void> {
  const config = readConfig(process.env, process.argv.slice(2));
  const log = createLog(config.logLevel);
  const progress = new Progress(config.interactive);

  let server: Server | undefined;
  let ending: Promise<void> | undefined;
  const end = (signal: string) => {
    ending ??= (async () => {
      progress.say('', `${signal}: stopping …`);
      await server?.stop();
      progress.say('Stopped.');
      process.exit(0);
    })();
  };
  process.on('SIGINT', () => end('Ctrl-C'));
  process.on('SIGTERM', () => end('SIGTERM'));
  process.on('SIGHUP', () => end('SIGHUP'));
  process.on('unhandledRejection', (err) => log.error({ err }, 'a promise was rejected and nobody listened'));

  server = await startServer(config, log, progress);
  progress.say(
    '',
    `Voltloop is ready in ${progress.elapsed_s()} s.`,
    '',
    `  Console   ${server.url}`,
    `  Devices   ${server.mqttUrl}`,
  );
  if (config.empty) progress.say('', '  Open the console to make the first main account.');
  else {
    progress.say('', `  Demo accounts, all with the password ${demoPassword}:`);
    for (const { userName, what } of demoAccounts) progress.say(`    ${userName.padEnd(16)}${what}`);
  }
  progress.say('', '  Ctrl-C stops it.', '');
}

main().catch((e) => {
  if (e instanceof StartError) process.stderr.write(`\nVoltloop can't start: ${e.message}\n${e.hint}\n`);
  else process.stderr.write(`\nVoltloop can't start: ${e instanceof Error ? e.stack : e}\n`);
  process.exit(1);
});
