// npm run fuzz [-- --requests N --seconds N --seed N --parallel N]: every call of the API, fuzzed on a disposable server.
import { join } from 'node:path';
import { prepare, root, runNode } from './lib/prepare.mjs';

await prepare({ web: false });
process.exit(await runNode([join(root, 'apps/server/every-call/fuzz-run.ts'), ...process.argv.slice(2)]));
