import { join } from 'node:path';
import { prepare, root, runNode } from './lib/prepare.mjs';

await prepare({ web: false });
process.exit(await runNode([join(root, 'apps/server/backup/backup-run.ts'), ...process.argv.slice(2)]));
