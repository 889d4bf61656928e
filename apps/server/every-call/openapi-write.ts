import { writeFile } from 'node:fs/promises';
import { openapiDocument } from '../platform/openapi.ts';
import { everyRoute } from './every-route.ts';

/** The document of every call, kept in the repository so that API changes show in review. */
export const openapiFile = new URL('../../../docs/openapi.json', import.meta.url);

export const openapiText = (): string => `${JSON.stringify(openapiDocument(everyRoute), null, 2)}\n`;

if (import.meta.main) {
  await writeFile(openapiFile, openapiText());
  console.log(`Written: ${openapiFile.pathname}`);
}
