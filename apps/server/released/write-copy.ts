import { join } from 'node:path';
import pg from 'pg';
import { version } from '../platform/version.ts';
import { writeCopy } from './copy.ts';

/**
 * Before a release: keeps the rows of a database that this version has made, so that later versions can be tried on it. The
 * URL is that of a demo (DEMO_THINGS=12 DEMO_DAYS=1 DEMO_BUSINESS=small): nothing of real people goes into the repository.
 */
const client = new pg.Client({ connectionString: process.argv[2] });
await client.connect();
const file = join(import.meta.dirname, `../../../db/released/${version}.jsonl.gz`);
await writeCopy(client, version, file);
await client.end();
process.stdout.write(`${file} is written\n`);
