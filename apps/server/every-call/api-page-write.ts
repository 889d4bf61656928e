import { writeFile } from 'node:fs/promises';
import { apiPage, linesOf, readSources } from './api-page.ts';

const file = new URL('../../../docs/api.md', import.meta.url);
await writeFile(file, apiPage(linesOf(await readSources())));
console.log(`Written: ${file.pathname}`);
