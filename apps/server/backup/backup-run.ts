import { startCommand, usages } from '../commands.ts';

await startCommand(usages.backup, () => import('./backup-command.ts'));
