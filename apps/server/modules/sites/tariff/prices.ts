import type { SitePrices } from '@voltloop/contract';
import { readPrices } from '@voltloop/domain/tariff/price-file.ts';
import { sql } from 'kysely';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import { fieldError } from '../../../platform/errors.ts';
import type { Core } from '../core.ts';
import { findSite } from '../find-site.ts';
import type { HourPrices } from './cost-rules.ts';

/** Hourly prices of a site in a range, by start. */
export async function pricesOf(db: Db, siteId: string, from_ms: number, to_ms: number): Promise<HourPrices> {
  const { rows } = await sql<{ hour: Date; price: string }>`
    select hour, price::text as price from site_prices
    where site_id = ${siteId}::uuid and hour >= ${new Date(from_ms)} and hour < ${new Date(to_ms)}`.execute(
    db,
  );
  return new Map(rows.map(({ hour, price }) => [hour.getTime(), price]));
}

/** Writes the prices of a file; other hours keep theirs. */
export async function storePrices(
  trx: Trx,
  siteId: string,
  prices: readonly { hour_ms: number; price: string }[],
): Promise<void> {
  await sql`
    insert into site_prices (site_id, hour, price)
    select ${siteId}::uuid, to_timestamp(p.hour / 1000.0), p.price
    from unnest(${prices.map((p) => p.hour_ms)}::bigint[], ${prices.map((p) => p.price)}::numeric[]) as p (hour, price)
    on conflict (site_id, hour) do update set price = excluded.price`.execute(trx);
}

export async function describePrices(db: Db | Trx, siteId: string): Promise<SitePrices> {
  const { rows } = await sql<{
    hours: number;
    from: Date | null;
    until: Date | null;
    url: string | null;
    next_at: Date;
    tried_at: Date | null;
    ok_at: Date | null;
    error: NonNullable<SitePrices['feed']>['error'];
  }>`
    select p.hours, p.from, p.until + interval '1 hour' as until, f.url, f.next_at, f.tried_at, f.ok_at, f.error
    from (select count(*)::int as hours, min(hour) as from, max(hour) as until from site_prices
      where site_id = ${siteId}::uuid) p
    left join site_price_feeds f on f.site_id = ${siteId}::uuid`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('no row of sums');
  const { hours, from, until, url, next_at, tried_at, ok_at, error } = row;
  const ms = (time: Date | null) => time?.getTime() ?? null;
  return {
    hours,
    from: ms(from),
    until: ms(until),
    feed:
      url === null
        ? null
        : { url, next_at: next_at.getTime(), tried_at: ms(tried_at), ok_at: ms(ok_at), error },
  };
}

/** @throws notFound */
export async function getPrices(core: Core, ctx: Ctx, id: string): Promise<SitePrices> {
  const { db } = core.services;
  const site = await findSite(db, ctx, id);
  return describePrices(db, site.id);
}

/**
 * Accepts a file of prices; allowed for every account that sees the site. @throws notFound, validation with the first
 * invalid line
 */
export async function putPrices(core: Core, ctx: Ctx, id: string, text: string): Promise<SitePrices> {
  return core.services.db.transaction().execute(async (trx) => {
    const site = await findSite(trx, ctx, id, 'lock');
    const read = readPrices(text, site.timeZone);
    if ('problem' in read)
      throw fieldError(
        `text.${read.problem.line}`,
        `tariff.file.${read.problem.key}`,
        `Line ${read.problem.line}: ${read.problem.key}`,
      );
    await storePrices(trx, site.id, read.prices);
    await audit(trx, ctx, {
      action: 'site.putPrices',
      objectType: 'site',
      objectId: site.id,
      details: { hours: read.prices.length },
    });
    return describePrices(trx, site.id);
  });
}
