/** The gateway as a program: `node main.ts --config gateway.json`. SIGINT and SIGTERM stop it cleanly. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { readConfig, StartError } from './config.ts';
import { createGateway, readFiles } from './gateway.ts';

const usage = `Usage: node main.ts --config gateway.json

  --config <file>  the configuration (docs/guides/sunspec-gateway.md)
  --check          check the configuration and its files, and end
  --help           this text`;

function main(): void {
  const { values } = parseArgs({
    options: {
      config: { type: 'string' },
      check: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return;
  }
  if (values.config === undefined) throw new StartError(`--config is missing\n\n${usage}`);
  const config = readConfig(values.config);
  const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));
  const log = pino({ level: config.log_level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime });
  if (values.check) {
    readFiles(config, process.env, (message) => console.error(message));
    console.log(`${values.config} is right: ${config.devices.map((d) => d.devid).join(', ')}`);
    return;
  }
  const gateway = createGateway({ config, version, log });
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    gateway.stop().catch((error: Error) => {
      console.error(error.message);
      process.exitCode = 1;
    });
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  gateway.start();
  log.info({ version, devices: config.devices.map((d) => d.devid) }, 'the gateway has started');
}

try {
  main();
} catch (error) {
  const known =
    error instanceof StartError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  console.error(known ? (error as Error).message : error);
  process.exitCode = 2;
}
