// The SunSpec gateway or its simulated inverter, with the pinned Node: scripts/sunspec.mjs <program> [arguments].
import { join } from 'node:path';
import { prepare, root, runNode } from './lib/prepare.mjs';

await prepare({ web: false });
const [program = '', ...rest] = process.argv.slice(2);
process.exit(await runNode([join(root, program), ...rest]));
