// npm run cluster:test: everything of docs/operations.md, "Several nodes", on this machine, and each part of it ended in turn.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fail, prepare, root, runNode } from './lib/prepare.mjs';

if (process.getuid?.() !== 0) fail('The cluster needs network namespaces.', 'Run it as root.');
for (const program of [
  '/usr/lib/rabbitmq/bin/rabbitmq-server',
  '/usr/sbin/haproxy',
  '/usr/sbin/ip',
  '/usr/bin/pkill',
]) {
  if (!existsSync(program))
    fail(`${program} is missing.`, 'On Debian: apt-get install rabbitmq-server haproxy iproute2 procps');
}
await prepare({ web: false });
process.exit(await runNode([join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project=cluster']));
