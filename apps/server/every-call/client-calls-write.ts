import { mkdir, writeFile } from 'node:fs/promises';
import { clientCallsFile, clientCallsText, clientRoutesFile, clientRoutesText } from './client-calls.ts';

await mkdir(new URL('.', clientCallsFile), { recursive: true });
await writeFile(clientCallsFile, clientCallsText());
await writeFile(clientRoutesFile, clientRoutesText());
console.log(`Written: ${clientCallsFile.pathname}, ${clientRoutesFile.pathname}`);
