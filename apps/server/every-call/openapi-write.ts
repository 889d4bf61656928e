import { writeFile } from 'node:fs/promises';
import { openapiDocument } from '../platform/openapi.ts';
import { everyRoute } from './every-route.ts';

/** Where the OpenAPI document of every call is written on request; it is not stored in the repository (docs/decisions/0096). */
const openapiFile = new URL('../../../docs/openapi.json', import.meta.url);

export const openapiText = (): string => `${JSON.stringify(openapiDocument(everyRoute), null, 2)}\n`;

if (import.meta.main) {
  await writeFile(openapiFile, openapiText());
  console.log(`Written: ${openapiFile.pathname}`);
}
