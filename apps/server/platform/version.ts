import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version of this program: what package.json of the whole project says, and nothing else does. */
export const { version } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'),
) as { version: string };
