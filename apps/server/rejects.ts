import { startCommand, usages } from './commands.ts';

await startCommand(usages.rejects, () => import('./rejects-command.ts'));
