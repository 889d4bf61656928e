import { join } from 'node:path';
import { prepare, root, runNode } from './lib/prepare.mjs';

await prepare({ tools: false });
process.exit(await runNode([join(root, 'apps/server/main.ts'), ...process.argv.slice(2)]));
