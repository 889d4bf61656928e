import { join } from 'node:path';
import { prepare, root, runNode } from './lib/prepare.mjs';

// npm run fuzz:frames [-- <messages> <seed>]
await prepare({ web: false });
process.exit(await runNode([join(root, 'e2e/fuzz-frames.ts'), ...process.argv.slice(2)]));
