import { startCommand, usages } from './commands.ts';

await startCommand(usages.tenant, () => import('./tenant-command.ts'));
