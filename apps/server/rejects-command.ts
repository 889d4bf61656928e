import { parseArgs } from 'node:util';
import pino from 'pino';
import { instanceOf } from './backup/instance.ts';
import { openEngines } from './backup/open.ts';
import { failureText, print } from './command-line.ts';
import { usages } from './commands.ts';
import { readConfig } from './config.ts';
import { countRejects, type RejectFilter, retryRejects } from './modules/fleet/telemetry/index.ts';
import { openClickHouse } from './platform/clickhouse.ts';
import { acceptClock } from './platform/clock-watch.ts';
import { openDatabase } from './platform/db.ts';
import { StartError } from './platform/start-error.ts';
import { Stopping } from './stopping.ts';

const LONG_MS = 3_600_000;
const none = 'There are no such rejected messages.';

const stopping = new Stopping();
const log = pino({ level: 'error' }, pino.destination(2));
try {
  const [command, filter] = parsed();
  const config = readConfig(process.env, []);
  const { databaseUrl, clickhouseUrl } = await openEngines(config, log, stopping, { mayRun: true });
  const { db, pool, stop } = openDatabase(databaseUrl, { max: 2 });
  stopping.add('database pool', stop);
  await instanceOf(pool);
  const clickhouse = openClickHouse(clickhouseUrl, {
    timeout_ms: LONG_MS,
    ...(config.clickhouseCluster ? { cluster: config.clickhouseCluster } : {}),
  });
  stopping.add('ClickHouse client', () => clickhouse.stop());
  const clock = () => new Date();
  if (command === 'accept-clock') {
    const received = await acceptClock(db, clock());
    print(
      received
        ? `Accepted: data was received until ${received.toISOString()} by a wrong clock.`
        : 'No data was received later than now.',
    );
  } else if (command === 'list') {
    const counts = await countRejects(clickhouse, filter);
    if (counts.length === 0) print(none);
    for (const { name, messages, devices, newest_ms } of counts)
      print(
        `${name}: ${messages} messages of ${devices} devices, the newest at ${new Date(newest_ms).toISOString()}`,
      );
  } else {
    const done = await retryRejects({ clickhouse, db, config, log, clock }, filter);
    print(done.messages === 0 ? none : `${done.messages} messages read: ${done.points} values stored`);
    if (done.unreadable > 0) print(`${done.unreadable} messages still have nothing that can be read`);
    if (done.cut > 0) print(`${done.cut} messages were too long to be stored whole`);
  }
} catch (error) {
  process.stderr.write(`${failureText(error)}\n`);
  process.exitCode = 2;
} finally {
  await stopping.stop(log);
}

/** @throws StartError */
function parsed(): [command: string, filter: RejectFilter] {
  const text = { type: 'string' } as const;
  let given: ReturnType<typeof read>;
  try {
    given = read();
  } catch (error) {
    throw new StartError((error as Error).message, usages.rejects);
  }
  const { values, positionals } = given;
  const [command = '', ...more] = positionals;
  const isKnown = ['list', 'retry', 'accept-clock'].includes(command) && more.length === 0;
  if (!isKnown || (command === 'retry' && !values.reason))
    throw new StartError('Unknown arguments.', usages.rejects);
  const { reason, devid } = values;
  return [command, { reason, devid, from_ms: timeOf(values.from), to_ms: timeOf(values.to) }];

  function read() {
    return parseArgs({
      allowPositionals: true,
      options: { reason: text, devid: text, from: text, to: text },
    });
  }
}

function timeOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw new StartError(`${text} is not a time.`, usages.rejects);
  return ms;
}
