import { writeFile } from 'node:fs/promises';
import pg from 'pg';
import { startStores } from '../testing/stores.ts';
import { tableTypesFile, tableTypesText } from './table-types.ts';

const stores = await startStores();
const client = new pg.Client({ connectionString: stores.postgresUrl });
try {
  await client.connect();
  await writeFile(tableTypesFile, await tableTypesText(client));
  console.log(`Written: ${tableTypesFile.pathname}`);
} finally {
  await client.end();
  await stores.stop();
}
