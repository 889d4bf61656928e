import { parseArgs } from 'node:util';
import { startSandbox } from './sandbox.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8090' },
    'control-port': { type: 'string', default: '8091' },
    /** `id:secret`, several times for several keys. */
    key: { type: 'string', multiple: true, default: ['demo:demo-secret-of-the-sandbox'] },
    file: { type: 'string' },
  },
});
const sandbox = await startSandbox({
  port: Number(values.port),
  controlPort: Number(values['control-port']),
  secrets: Object.fromEntries(
    values.key.map((key) => [key.slice(0, key.indexOf(':')), key.slice(key.indexOf(':') + 1)]),
  ),
  ...(values.file && { file: values.file }),
});
console.log(`The platform answers at ${sandbox.url}, its controls at ${sandbox.controlUrl}.`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void sandbox.stop());
