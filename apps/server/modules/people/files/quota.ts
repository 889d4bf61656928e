import type { Config } from '../../../config.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { lockName } from '../../../platform/lock-name.ts';
import { storedBytes, tenantLimit } from './store.ts';

const MB = 1_000_000;

/** Serialises the uploads of a tenant until the transaction ends, so that their limits hold. */
export const lockUploads = (trx: Trx, { caller }: Ctx): Promise<void> =>
  lockName(trx, `uploads ${caller.tenantId}`);

/** @throws quota when this file would exceed the storage limit of the caller's account or tenant */
export async function checkQuota(
  db: Db | Trx,
  { accountFiles_MB, tenantFiles_MB }: Pick<Config, 'accountFiles_MB' | 'tenantFiles_MB'>,
  { caller }: Ctx,
  size_bytes: number,
): Promise<void> {
  const stored = await storedBytes(db, caller);
  const tenantLimit_MB = (await tenantLimit(db, caller.tenantId)) ?? tenantFiles_MB;
  if (stored.account + size_bytes > accountFiles_MB * MB) {
    throw overQuota(
      'accountQuota',
      accountFiles_MB,
      `Your account stores at most ${accountFiles_MB} MB of files`,
    );
  }
  if (stored.tenant + size_bytes > tenantLimit_MB * MB) {
    throw overQuota(
      'tenantQuota',
      tenantLimit_MB,
      `Your organization stores at most ${tenantLimit_MB} MB of files`,
    );
  }
}

function overQuota(key: string, max: number, message: string): AppError {
  return new AppError('quota', {
    message,
    fields: [{ path: 'file', key: `upload.${key}?max=${max}`, message }],
  });
}
