import { startCommand, usages } from './commands.ts';

await startCommand(usages.filesMove, () => import('./move-files-command.ts'));
