/**
 * The simulated fleet as a program. On SIGINT, SIGTERM or the end of the parent process it shuts down cleanly: every
 * device goes offline and, with --state, the systems are saved for the next start.
 */
import { text } from 'node:stream/consumers';
import { type Arguments, readArguments, usage } from './arguments.ts';
import { type Fleet, startFleet } from './start-fleet.ts';
import { readStates, writeStates } from './states.ts';

const SAVE_EACH_MS = 300_000;
const PRINT_EACH_MS = 60_000;
/** The same message (an unreachable broker) from hundreds of devices is printed only occasionally. */
const ERRORS_PER_MINUTE = 5;

async function main(): Promise<void> {
  if (process.argv.includes('--help')) {
    console.log(usage);
    return;
  }
  let parsed: Arguments;
  try {
    parsed = await readArguments(process.argv.slice(2), () => text(process.stdin));
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    process.exitCode = 2;
    return;
  }
  const { quiet, state, ...options } = parsed;
  const saved = state === undefined ? new Map() : await readStates(state);
  let complaints = 0;
  const fleet = startFleet({
    ...options,
    devices: options.devices.map((d) => ({ ...d, state: saved.get(d.devid) ?? d.state })),
    log: (message) => {
      complaints += 1;
      if (complaints <= ERRORS_PER_MINUTE) console.error(message);
    },
  });
  if (!quiet) console.log(`${options.devices.length} simulated devices, ${options.scenario}`);

  const save = () => (state === undefined ? Promise.resolve() : writeStates(state, fleet.systems()));
  const saving = setInterval(
    () => void save().catch((e: Error) => console.error(`not saved: ${e.message}`)),
    SAVE_EACH_MS,
  );
  const printing = setInterval(() => {
    complaints = 0;
    if (!quiet) console.log(JSON.stringify(fleet.stats()));
  }, PRINT_EACH_MS);

  endInOrder(fleet, async () => {
    clearInterval(saving);
    clearInterval(printing);
    await save();
  });
  process.send?.({ type: 'ready' });
}

/** Stops once; repeated calls have no effect. */
function endInOrder(fleet: Fleet, last: () => Promise<void>): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await fleet.stop();
    await last();
    if (process.connected) process.disconnect?.();
  };
  const stopOrFail = () =>
    void stop().catch((error: Error) => {
      console.error(error.message);
      process.exitCode = 1;
    });
  process.on('SIGINT', stopOrFail);
  process.on('SIGTERM', stopOrFail);
  process.on('disconnect', stopOrFail);
}

await main();
