import { startCommand, usages } from '../commands.ts';

await startCommand(usages.restore, () => import('./restore-command.ts'));
