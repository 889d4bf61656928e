/** A simulated inverter with PV, battery and meter for manual tests: `npm run sunspec:sim -- --port 5020`. */
import { parseArgs } from 'node:util';
import { createSystem, step } from '@voltloop/simulator';
import { BASE, type Profile, registersOf } from './registers.ts';
import { startInverter } from './server.ts';

const usage = `Usage: npm run sunspec:sim -- [--port 5020] [--host 127.0.0.1] [--unit 1] [--profile classic|der] [--phases 3]`;

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '5020' },
    host: { type: 'string', default: '127.0.0.1' },
    unit: { type: 'string', default: '1' },
    profile: { type: 'string', default: 'classic' },
    phases: { type: 'string', default: '3' },
    help: { type: 'boolean', default: false },
  },
});
const [port, unit, phases] = [values.port, values.unit, values.phases].map(Number) as [
  number,
  number,
  number,
];
const { host, profile } = values;
const right =
  [port, unit].every(Number.isInteger) && [1, 3].includes(phases) && ['classic', 'der'].includes(profile);
if (values.help || !right) {
  console.log(usage);
  process.exit(values.help ? 0 : 2);
}

const system = createSystem(
  {
    devid: 'SUNSIM0001',
    seed: 7,
    place: { lat: 51.31, lon: 9.49, tz: 'Europe/Berlin', country: 'DE', name: 'Kassel' },
    phases: phases as 1 | 3,
  },
  Date.now(),
);

/** The physics advances to each request. */
function read(): { base: number; bytes: Buffer } {
  const now_ms = Date.now();
  step(system, Math.max(0, now_ms - system.state.t_ms) / 1000, now_ms);
  return { base: BASE, bytes: registersOf(system, now_ms, profile as Profile) };
}

const inverter = await startInverter(read, { host, port, unit });
console.log(
  `A SunSpec inverter (${profile}, ${phases} phases) answers at ${host}:${inverter.port}, unit ${unit}`,
);
const stop = () => void inverter.stop();
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
