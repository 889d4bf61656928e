import type { BodyOf, ReplyOf, saveMapping as saveCall } from '@voltloop/contract';
import { sql } from 'kysely';
import { audit } from '../../../../platform/audit.ts';
import type { Ctx } from '../../../../platform/ctx.ts';
import type { Db } from '../../../../platform/db.ts';
import { AppError, notFound } from '../../../../platform/errors.ts';

type Saved = ReplyOf<typeof saveCall>;

/** Maximum number of mappings of a tenant. */
const MOST = 100;

export async function listMappings(db: Db, { caller }: Ctx): Promise<Saved[]> {
  const { rows } = await sql<Saved>`
    select id, name, mapping from cycler_mappings where tenant_id = ${caller.tenantId} order by name`.execute(
    db,
  );
  return rows;
}

/** Saves a mapping under its name, replacing one of the same name. @throws conflict when there are too many */
export async function saveMapping(
  db: Db,
  ctx: Ctx,
  { name, mapping }: BodyOf<typeof saveCall>,
): Promise<Saved> {
  const { tenantId } = ctx.caller;
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<Saved>`
      insert into cycler_mappings (tenant_id, name, mapping, created_at)
        select ${tenantId}, ${name}, ${JSON.stringify(mapping)}::jsonb, ${ctx.now}
          where (select count(*) from cycler_mappings where tenant_id = ${tenantId} and name <> ${name}) < ${MOST}
        on conflict (tenant_id, name) do update set mapping = excluded.mapping
        returning id, name, mapping`.execute(trx);
    const [saved] = rows;
    if (!saved) throw new AppError('conflict', { message: `There are ${MOST} mappings already` });
    await audit(trx, ctx, {
      action: 'cyclerMapping.save',
      objectType: 'cyclerMapping',
      objectId: saved.id,
      details: { name, mapping },
    });
    return saved;
  });
}

/** @throws notFound */
export async function deleteMapping(db: Db, ctx: Ctx, id: string): Promise<null> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ name: string }>`
      delete from cycler_mappings where tenant_id = ${ctx.caller.tenantId} and id = ${id} returning name`.execute(
      trx,
    );
    if (!rows[0]) throw notFound();
    await audit(trx, ctx, {
      action: 'cyclerMapping.delete',
      objectType: 'cyclerMapping',
      objectId: id,
      details: { name: rows[0].name },
    });
    return null;
  });
}
