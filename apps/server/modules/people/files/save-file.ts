import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import type { Services } from '../../../platform/services.ts';
import { checkQuota, lockUploads } from './quota.ts';
import { cleanName } from './rules.ts';
import { insertFile } from './store.ts';
import { keyOf } from './store-file.ts';

/** A file received by another module, on the disk and not yet in the database. */
export interface SavedFile {
  id: string;
  address: string;
  /** Writes its row, in the transaction of its record, which attaches it. @throws quota */
  insert(trx: Trx): Promise<void>;
  /** Deletes it from the disk, after a failed transaction. */
  remove(): Promise<void>;
}

/** Stores the bytes of a file with the uploads of people; it counts against the same quota. */
export async function saveFile(
  { files, config }: Pick<Services, 'files' | 'config'>,
  ctx: Ctx,
  { path, name, type }: { path: string; name: string; type: string },
): Promise<SavedFile> {
  const id = randomUUID();
  const { size: size_bytes } = await stat(path);
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  await files.put(keyOf(id), createReadStream(path));
  const row = {
    id,
    name: cleanName(name),
    type,
    size_bytes,
    width: null,
    height: null,
    sha256: hash.digest(),
    at: ctx.now,
  };
  return {
    id,
    address: `/files/${id}`,
    async insert(trx) {
      await lockUploads(trx, ctx);
      await checkQuota(trx, config, ctx, size_bytes);
      await insertFile(trx, ctx.caller, row);
    },
    remove: () => files.remove(keyOf(id)),
  };
}
