// npm run client:pack: dist/voltloop-client-<version>.tgz, the TypeScript client as it is published.
import { join } from 'node:path';
import { prepare, root, runNode } from './lib/prepare.mjs';

await prepare({ web: false, client: true });
process.exit(await runNode([join(root, 'packages/client/pack.ts')]));
