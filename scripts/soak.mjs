// npm run soak [-- --hours N --systems N --every S --readers N --streams N]: a disposable server under a light, steady load.
import { join } from 'node:path';
import { prepare, root, runNode } from './lib/prepare.mjs';

await prepare({ web: false });
process.exit(await runNode([join(root, 'bench/soak/soak.ts'), ...process.argv.slice(2)]));
