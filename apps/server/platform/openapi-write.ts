import { writeFile } from 'node:fs/promises';
import { contractRoutes, openapiDocument } from './openapi.ts';

/** Where the document of the whole contract is kept, so that a change of the wire shows in review. */
export const openapiFile = new URL('../../../docs/openapi.json', import.meta.url);

export const openapiText = (): string => `${JSON.stringify(openapiDocument(contractRoutes()), null, 2)}\n`;

if (import.meta.main) {
  await writeFile(openapiFile, openapiText());
  console.log(`Written: ${openapiFile.pathname}`);
}
