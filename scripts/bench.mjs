import { join } from 'node:path';
import { prepare, root, runNode } from './lib/prepare.mjs';

await prepare();
process.exit(await runNode([join(root, 'bench/main.ts'), ...process.argv.slice(2)]));
