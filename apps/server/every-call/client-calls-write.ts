import { writeFile } from 'node:fs/promises';
import { clientCallsFile, clientCallsText, clientRoutesFile, clientRoutesText } from './client-calls.ts';

await writeFile(clientCallsFile, clientCallsText());
await writeFile(clientRoutesFile, clientRoutesText());
console.log(`Written: ${clientCallsFile.pathname}, ${clientRoutesFile.pathname}`);
