// npm run home-assistant -- --settings bridge.env: docs/guides/home-assistant.md.
import { join } from 'node:path';
import { prepare, root, runNode } from './lib/prepare.mjs';

await prepare({ web: false, client: true });
process.exit(await runNode([join(root, 'integrations/home-assistant/main.ts'), ...process.argv.slice(2)]));
