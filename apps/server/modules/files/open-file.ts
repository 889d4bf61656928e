import type { Readable } from 'node:stream';
import type { Ctx } from '../../platform/ctx.ts';
import { notFound } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';
import { isUuid } from '../../platform/uuid.ts';
import { type FileRow, fileById } from './store.ts';
import { keyOf } from './store-file.ts';

/**
 * A file of the caller's tenant. Records say who sees what is attached to them; the address itself cannot be guessed.
 * @throws notFound for files of other tenants
 */
export async function openFile(
  services: Pick<Services, 'db' | 'files'>,
  ctx: Ctx,
  id: string,
): Promise<{ file: FileRow; content: () => Promise<Readable> }> {
  const file = isUuid(id) ? await fileById(services.db, ctx.caller, id) : undefined;
  if (!file) throw notFound();
  return { file, content: () => services.files.read(keyOf(file.id)) };
}
