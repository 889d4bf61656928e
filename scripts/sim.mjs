import { join } from 'node:path';
import { prepare, root, runNode } from './lib/prepare.mjs';

await prepare({ web: false, tools: false });
process.exit(await runNode([join(root, 'simulator/main.ts'), ...process.argv.slice(2)]));
