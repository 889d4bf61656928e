import type * as contract from '@voltloop/contract';
import type { BodyOf, ReplyOf } from '@voltloop/contract';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { AppError, conflictError, forbidden } from '../../../platform/errors.ts';
import type { Core } from './core.ts';
import { loadPreview } from './preview.ts';
import { markConfirmed, rowsOf, type StoredRow, updateErrors } from './store.ts';

type Done = ReplyOf<typeof contract.confirmImport>;

/**
 * Writes the rows of a preview in one transaction, once. They are validated again: rows that have become invalid
 * since the upload are shown in the preview instead of being written.
 * @throws forbidden, notFound, conflict for invalid rows, transition when it is already confirmed
 */
export async function confirmImport(
  core: Core,
  ctx: Ctx,
  id: string,
  { skip_wrong: skipWrong }: BodyOf<typeof contract.confirmImport>,
): Promise<Done> {
  const { db } = core.services;
  const outcome = await db.transaction().execute(async (trx) => {
    const { record, kind } = await loadPreview(core, trx, ctx, id, true);
    if (!kind.mayImport(ctx.caller)) throw forbidden();
    if (record.state !== 'open')
      throw new AppError('transition', { message: 'This file was imported already' });
    const rows = await rowsOf(trx, id, { choice: 'all', skip: 0, limit: 100_000 });
    const valid = rows.filter((row) => row.errors.length === 0);
    if (valid.length < rows.length && !skipWrong) return { refused: rows.length - valid.length };
    const found = await kind.check(trx, ctx, valid);
    const invalid: StoredRow[] = valid.flatMap((row, i) =>
      found[i]?.errors.length ? [{ ...row, ...found[i] }] : [],
    );
    if (invalid.length > 0) {
      await updateErrors(trx, id, invalid);
      return { refused: invalid.length };
    }
    if (valid.length === 0) return { refused: rows.length };
    const { secrets, committed } = await kind.write(trx, ctx, valid);
    await markConfirmed(trx, id, ctx.now);
    await audit(trx, ctx, {
      action: 'import.confirm',
      objectType: 'import',
      objectId: id,
      details: {
        kind: kind.name,
        file: record.file_name,
        imported: valid.length,
        skipped: rows.length - valid.length,
      },
    });
    const done: Done = { imported: valid.length, skipped: rows.length - valid.length, secrets };
    return { done, committed };
  });
  if (outcome.refused !== undefined) {
    const message = `${outcome.refused} rows are wrong; nothing was imported`;
    throw conflictError('file', 'import.wrongRows', message);
  }
  outcome.committed();
  return outcome.done;
}
