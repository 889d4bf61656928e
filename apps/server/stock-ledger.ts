import { startCommand, usages } from './commands.ts';

await startCommand(usages.stock, () => import('./stock-ledger-command.ts'));
