import type { PriceFeedError, SitePrices, TariffContent } from '@voltloop/contract';
import { readPrices } from '@voltloop/domain/tariff/price-file.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../../platform/ctx.ts';
import type { Trx } from '../../../../platform/db.ts';
import { conflictError, fieldError } from '../../../../platform/errors.ts';
import { endpointProblem } from '../../../../platform/outbound/endpoint.ts';
import { type HttpAnswer, send } from '../../../../platform/outbound/http-request.ts';
import type { Services } from '../../../../platform/services.ts';
import type { Core } from '../core.ts';
import { findSite } from '../find-site.ts';
import { describePrices, storePrices } from './prices.ts';

const TIMEOUT_MS = 15_000;
/** Limits of sites per run, and of concurrent requests. */
const BATCH = 500;
const CONCURRENCY = 8;
/** When a failed address is retried. */
const RETRY_MS = 3_600_000;
const MIN_INTERVAL_MS = 60_000;

/** @throws validation for an address that may not be fetched */
export function checkSource(core: Core, content: TariffContent): void {
  if (content.kind !== 'dynamic' || content.source_url === null) return;
  if (endpointProblem(content.source_url, core.services.config.priceHosts, { query: true }) !== null)
    throw fieldError('source_url', 'tariff.address', 'Must be an https address of a public host');
}

/** Prices come from the address of the newest dynamic tariff; without one, fetching stops. */
export async function followSource(trx: Trx, ctx: Ctx, siteId: string): Promise<void> {
  const { rows } = await sql<{ url: string | null }>`
    select content->>'source_url' as url from site_tariffs
    where site_id = ${siteId}::uuid and content->>'kind' = 'dynamic' order by from_day desc limit 1`.execute(
    trx,
  );
  const url = rows[0]?.url ?? null;
  await sql`delete from site_price_feeds where site_id = ${siteId}::uuid and url is distinct from ${url}`.execute(
    trx,
  );
  if (url !== null)
    await sql`insert into site_price_feeds (site_id, url, next_at) values (${siteId}::uuid, ${url}, ${ctx.now})
      on conflict (site_id) do nothing`.execute(trx);
}

/** Deletes the price address: it may contain the former owner's key. */
export async function dropSource(trx: Trx, siteId: string): Promise<void> {
  await sql`update site_tariffs set content = content || '{"source_url": null}'
    where site_id = ${siteId}::uuid and content->>'source_url' is not null`.execute(trx);
  await sql`delete from site_price_feeds where site_id = ${siteId}::uuid`.execute(trx);
}

/** Fetches prices again soon: times without an offset are those of the site's zone, which has changed. */
export async function fetchAgain(trx: Trx, ctx: Ctx, siteId: string): Promise<void> {
  await sql`update site_price_feeds set next_at = ${ctx.now} where site_id = ${siteId}::uuid`.execute(trx);
}

interface Claimed {
  site_id: string;
  url: string;
  time_zone: string;
}

/**
 * Fetches due prices, each address once a day for all its sites; returns the number of sites. A slow or failing address
 * does not delay the others.
 */
export async function fetchDuePrices(services: Services): Promise<number> {
  const now = services.clock();
  // Rescheduled before the attempt, so that neither a second node nor a restart tries it again today.
  const { rows } = await sql<Claimed>`
    update site_price_feeds f set next_at = ${now}::timestamptz + interval '1 day', tried_at = ${now}
    from sites s
    where s.id = f.site_id and f.site_id in (
      select d.site_id from site_price_feeds d join sites x on x.id = d.site_id and x.deleted_at is null
      where d.next_at <= ${now} order by d.next_at limit ${BATCH} for update of d skip locked)
    returning f.site_id, f.url, s.time_zone`.execute(services.db);
  const waiting = [...Map.groupBy(rows, ({ url }) => url)];
  const worker = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [url, sites] = next;
      const answer = await fetchUrl(services, url);
      for (const site of sites)
        await storeAnswer(services, site, answer).catch((err: unknown) =>
          services.log.warn({ err, site: site.site_id }, 'prices could not be stored'),
        );
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return rows.length;
}

/** Fetches the prices of a site now. @throws notFound; conflict without an address, or within a minute */
export async function fetchPrices(core: Core, ctx: Ctx, id: string): Promise<SitePrices> {
  const { db } = core.services;
  const site = await findSite(db, ctx, id);
  const { rows } = await sql<Claimed>`
    update site_price_feeds f set tried_at = ${ctx.now}
    where site_id = ${site.id}::uuid and (tried_at is null or tried_at <= ${new Date(ctx.now.getTime() - MIN_INTERVAL_MS)})
    returning f.site_id, f.url, ${site.timeZone}::text as time_zone`.execute(db);
  const [claimed] = rows;
  if (!claimed)
    throw conflictError(
      'source_url',
      'tariff.noFetch',
      'No address is set, or it was tried within the last minute',
    );
  await storeAnswer(core.services, claimed, await fetchUrl(core.services, claimed.url));
  return describePrices(db, site.id);
}

const fetchUrl = (services: Services, url: string): Promise<HttpAnswer> =>
  send({
    method: 'GET',
    url,
    headers: { accept: 'text/csv, application/json' },
    body: null,
    timeout_ms: TIMEOUT_MS,
    allowed: services.config.priceHosts,
    query: true,
  });

async function storeAnswer(
  services: Services,
  { site_id, url, time_zone }: Claimed,
  answer: HttpAnswer,
): Promise<void> {
  const error = refusalOf(answer);
  const read = error === null && 'text' in answer ? readPrices(answer.text, time_zone) : null;
  await services.db.transaction().execute(async (trx) => {
    if (read && 'prices' in read) {
      await storePrices(trx, site_id, read.prices);
      await sql`update site_price_feeds set ok_at = ${services.clock()}, error = null
        where site_id = ${site_id}::uuid and url = ${url}`.execute(trx);
      return;
    }
    const failure: PriceFeedError | null = read ? { code: 'format', ...read.problem } : error;
    const retryAt = new Date(services.clock().getTime() + RETRY_MS);
    await sql`update site_price_feeds set error = ${JSON.stringify(failure)}::jsonb, next_at = least(next_at, ${retryAt})
      where site_id = ${site_id}::uuid and url = ${url}`.execute(trx);
  });
}

const errorCodes = {
  refused: 'address',
  late: 'late',
  down: 'down',
  broken: 'broken',
  wrong: 'broken',
  unsendable: 'address',
} as const;

function refusalOf(answer: HttpAnswer): PriceFeedError | null {
  if ('error' in answer) return { code: errorCodes[answer.error] };
  return answer.status === 200 ? null : { code: 'status', status: answer.status };
}
