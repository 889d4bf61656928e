// Runs a program of the server: node scripts/server-program.mjs <file below apps/server> [arguments].
import { join } from 'node:path';
import { prepare, root, runNode } from './lib/prepare.mjs';

const [file, ...args] = process.argv.slice(2);
await prepare({ web: false, tools: false });
process.exit(await runNode([join(root, 'apps/server', file), ...args]));
