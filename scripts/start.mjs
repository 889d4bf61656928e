import { join } from 'node:path';
import { fail, prepare, root, runNode } from './lib/prepare.mjs';

const usage = `npm start               starts the server and the console with a demo, and prints the URL and the demo accounts
npm start -- --empty    starts an empty instance, and prints a set-up code for its first account
PORT, MQTT_PORT and DATA_DIR choose other places; docs/operations.md lists all settings and the commands of operators.`;

// Before anything is installed or built.
const args = process.argv.slice(2);
if (args.some((a) => ['-h', '--help'].includes(a))) {
  process.stdout.write(`${usage}\n`);
  process.exit();
}
const unknown = args.find((a) => a !== '--empty');
if (unknown) fail(`The option ${unknown} is not known.`, usage);

await prepare({ tools: false });
process.exit(await runNode([join(root, 'apps/server/main.ts'), ...args]));
