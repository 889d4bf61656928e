import type { SitePrices } from '@voltloop/contract';
import { type FilePrice, readPrices } from '@voltloop/domain/tariff/price-file.ts';
import { sql } from 'kysely';
import { audit } from '../../../../platform/audit.ts';
import type { Ctx } from '../../../../platform/ctx.ts';
import type { Db, Trx } from '../../../../platform/db.ts';
import { fieldError } from '../../../../platform/errors.ts';
import { wordsOf } from '../../../../platform/field-words.ts';
import type { Core } from '../core.ts';
import { findSite } from '../find-site.ts';
import type { SlotPrices } from './cost-rules.ts';

/** Prices of a site in a range: of its hours, or of quarter-hours if any of them has a price of its own. */
export async function pricesOf(db: Db, siteId: string, from_ms: number, to_ms: number): Promise<SlotPrices> {
  const { rows } = await sql<{ hour: Date; minutes: number; price: string }>`
    select hour, minutes, price::text as price from site_prices
    where site_id = ${siteId}::uuid and hour >= ${new Date(from_ms)} and hour < ${new Date(to_ms)}`.execute(
    db,
  );
  const byStart = new Map<number, string>();
  const hasQuarters = rows.some(({ minutes }) => minutes < 60);
  for (const { hour, minutes, price } of rows)
    for (let at = 0; at < (hasQuarters ? minutes : 1); at += 15)
      byStart.set(hour.getTime() + at * MINUTE_MS, price);
  return { byStart, slot_h: hasQuarters ? 0.25 : 1 };
}

const MINUTE_MS = 60_000;

/**
 * Writes the prices of a file; other times keep theirs. The price of an hour replaces those of its quarters; the price
 * of a quarter leaves the other quarters of its hour as they were.
 */
export async function storePrices(trx: Trx, siteId: string, prices: readonly FilePrice[]): Promise<void> {
  const site = sql`${siteId}::uuid`;
  const hours = (minutes: number) => {
    const of = prices.filter((price) => price.minutes === minutes).map(({ hour_ms }) => hour_ms);
    return sql`(select to_timestamp(h / 1000.0) from unnest(${[...new Set(of)]}::bigint[]) h)`;
  };
  await sql`delete from site_prices p using ${hours(60)} as h (hour)
    where p.site_id = ${site} and p.hour > h.hour and p.hour < h.hour + interval '1 hour'`.execute(trx);
  await sql`with split as (
      update site_prices set minutes = 15 where site_id = ${site} and minutes = 60 and hour in ${hours(15)}
      returning hour, price
    )
    insert into site_prices (site_id, hour, minutes, price)
    select ${site}, hour + n * interval '15 minutes', 15, price from split cross join generate_series(1, 3) n`.execute(
    trx,
  );
  await sql`
    insert into site_prices (site_id, hour, minutes, price)
    select ${site}, to_timestamp(p.start / 1000.0), p.minutes, p.price
    from unnest(${prices.map((p) => p.start_ms)}::bigint[], ${prices.map((p) => p.minutes)}::smallint[],
      ${prices.map((p) => p.price)}::numeric[]) as p (start, minutes, price)
    on conflict (site_id, hour) do update set price = excluded.price, minutes = excluded.minutes`.execute(
    trx,
  );
}

export async function describePrices(db: Db | Trx, siteId: string): Promise<SitePrices> {
  const { rows } = await sql<{
    hours: number;
    quarters: number;
    from: Date | null;
    until: Date | null;
    url: string | null;
    next_at: Date;
    tried_at: Date | null;
    ok_at: Date | null;
    error: NonNullable<SitePrices['feed']>['error'];
  }>`
    select p.hours, p.quarters, p.from, p.until, f.url, f.next_at, f.tried_at, f.ok_at, f.error
    from (select (coalesce(sum(minutes), 0) / 60.0)::float8 as hours,
        (count(*) filter (where minutes = 15))::int as quarters, min(hour) as from,
        max(hour + minutes * interval '1 minute') as until
      from site_prices where site_id = ${siteId}::uuid) p
    left join site_price_feeds f on f.site_id = ${siteId}::uuid`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('no row of sums');
  const { hours, quarters, from, until, url, next_at, tried_at, ok_at, error } = row;
  const ms = (time: Date | null) => time?.getTime() ?? null;
  return {
    hours,
    quarters,
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
        `Line ${read.problem.line}: ${wordsOf(`tariff.file.${read.problem.key}`, 'en')}`,
      );
    await storePrices(trx, site.id, read.prices);
    await audit(trx, ctx, {
      action: 'site.putPrices',
      objectType: 'site',
      objectId: site.id,
      details: { prices: read.prices.length },
    });
    return describePrices(trx, site.id);
  });
}
