import { writeFile } from 'node:fs/promises';
import { attributePage } from './attribute-page.ts';

const file = new URL('../../../../../docs/passport.md', import.meta.url);
await writeFile(file, attributePage());
console.log(`Written: ${file.pathname}`);
