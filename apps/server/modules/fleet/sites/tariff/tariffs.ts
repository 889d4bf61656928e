import type { SiteTariff, TariffContent } from '@voltloop/contract';
import { isoDay } from '@voltloop/domain/clock/zone-time.ts';
import { sql } from 'kysely';
import { audit } from '../../../../platform/audit.ts';
import type { Ctx } from '../../../../platform/ctx.ts';
import type { Db, Trx } from '../../../../platform/db.ts';
import { conflictError, notFound } from '../../../../platform/errors.ts';
import type { Core } from '../core.ts';
import { findSite } from '../find-site.ts';
import type { SiteRow } from '../store.ts';
import { checkSource, followSource } from './price-feed.ts';

/** Tariffs of a site, ascending by their first day. */
export async function tariffsOf(db: Db | Trx, siteId: string): Promise<SiteTariff[]> {
  const { rows } = await sql<{ from: string; content: TariffContent }>`
    select to_char(from_day, 'YYYY-MM-DD') as "from", content from site_tariffs
    where site_id = ${siteId}::uuid order by from_day`.execute(db);
  return rows;
}

/** Tariffs in effect within the caller's history cutoff, newest first. @throws notFound */
export async function listTariffs(core: Core, ctx: Ctx, id: string): Promise<SiteTariff[]> {
  const { db } = core.services;
  const site = await findSite(db, ctx, id);
  return seenTariffs(await tariffsOf(db, site.id), site).reverse();
}

/** Without tariffs that ended before the caller's history cutoff. */
function seenTariffs(
  tariffs: readonly SiteTariff[],
  { visibleFrom_ms, timeZone }: Pick<SiteRow, 'visibleFrom_ms' | 'timeZone'>,
): SiteTariff[] {
  const day = isoDay(visibleFrom_ms, timeZone);
  return tariffs.filter((_, i) => visibleFrom_ms === 0 || (tariffs[i + 1]?.from ?? '9999') > day);
}

/**
 * Sets the tariff from a day on; allowed for every account that sees the site. @throws notFound, conflict in another
 * currency
 */
export async function putTariff(
  core: Core,
  ctx: Ctx,
  { id, from }: { id: string; from: string },
  content: TariffContent,
): Promise<SiteTariff> {
  checkSource(core, content);
  return core.services.db.transaction().execute(async (trx) => {
    const site = await findSite(trx, ctx, id, 'lock');
    const others = (await tariffsOf(trx, site.id)).filter((tariff) => tariff.from !== from);
    if (others.some((tariff) => tariff.content.currency !== content.currency))
      throw conflictError(
        'currency',
        'tariff.oneCurrency',
        'The other tariffs of this site have another currency',
      );
    await sql`insert into site_tariffs (site_id, from_day, content, created_by, updated_at)
      values (${site.id}::uuid, ${from}::date, ${JSON.stringify(content)}::jsonb, ${ctx.caller.accountId}::uuid, ${ctx.now})
      on conflict (site_id, from_day) do update set content = excluded.content, updated_at = excluded.updated_at`.execute(
      trx,
    );
    await followSource(trx, ctx, site.id);
    await audit(trx, ctx, {
      action: 'site.putTariff',
      objectType: 'site',
      objectId: site.id,
      details: { from, kind: content.kind },
    });
    return { from, content };
  });
}

/** @throws notFound */
export async function deleteTariff(
  core: Core,
  ctx: Ctx,
  { id, from }: { id: string; from: string },
): Promise<null> {
  return core.services.db.transaction().execute(async (trx) => {
    const site = await findSite(trx, ctx, id, 'lock');
    if (!seenTariffs(await tariffsOf(trx, site.id), site).some((tariff) => tariff.from === from))
      throw notFound();
    await sql`delete from site_tariffs
      where site_id = ${site.id}::uuid and from_day = ${from}::date`.execute(trx);
    await followSource(trx, ctx, site.id);
    await audit(trx, ctx, {
      action: 'site.deleteTariff',
      objectType: 'site',
      objectId: site.id,
      details: { from },
    });
    return null;
  });
}
