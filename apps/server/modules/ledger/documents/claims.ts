import { type DocumentKind, decimalOf } from '@voltloop/resource-kit';
import { sql } from 'kysely';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import { conflictError } from '../../../platform/errors.ts';
import { limitLockWait } from '../../../platform/lock-wait.ts';
import { type Core, notEditable } from '../../records/resources/index.ts';
import { balancesOf, type CodedItem, locationsOf, lockByCode, lotsByNumber } from '../stock/index.ts';
import { type Claim, claimed, overclaimed } from './claimed.ts';
import { type Document, lockDocument, presetOf } from './document.ts';
import { codesOf, linesOf } from './lines.ts';
import { refuseProblems } from './refuse-problems.ts';

/** Lifetime of a claim while its document is not posted. */
const DAYS = 14;
const DAY_MS = 86_400_000;

/** Claims of other documents on items, by item; those of lots in one store. Expired ones do not count. */
export async function claimsOn(
  trx: Trx,
  now: Date,
  document: Document,
  itemIds: readonly string[],
): Promise<Map<string, Claim[]>> {
  if (itemIds.length === 0) return new Map();
  const { rows } = await sql<Claim>`
    select c.item_id as "itemId", c.kg::text as kg, c.conditions, coalesce(d.no, '') as no, coalesce(a.name, '') as by,
        (extract(epoch from c.claimed_at) * 1000)::float8 as at
      from claims c join documents d on d.id = c.document_id left join accounts a on a.id = c.claimed_by
      where c.item_id = any(${[...itemIds]}::uuid[]) and c.document_id <> ${document.id} and c.ends_at > ${now}
        and (c.coded or c.store_id = ${document.store_id ?? null})
      order by c.claimed_at, c.document_id`.execute(trx);
  return Map.groupBy(rows, ({ itemId }) => itemId);
}

/**
 * Claims the goods of a document: no other document can take them until it is posted.
 * Lines whose goods cannot be taken now claim nothing; posting reports their errors.
 * @returns the number of claimed items
 * @throws conflict that names each line whose goods are already claimed, and by which document
 */
export async function claimGoods(
  trx: Trx,
  ctx: Ctx,
  kind: DocumentKind,
  document: Document,
): Promise<number> {
  const preset = presetOf(kind, document);
  const { tenantId, accountId } = ctx.caller;
  if (preset.from.at !== 'store' || typeof document.store_id !== 'string') return 0;
  const lines = await linesOf(trx, document.id);
  const items = await lockByCode(trx, tenantId, codesOf(lines));
  const lots = await lotsByNumber(
    trx,
    tenantId,
    lines.flatMap(({ code, lotNo }) => (code === null && lotNo !== null ? [lotNo] : [])),
  );
  const itemOf = ({ code, lotNo }: (typeof lines)[number]) =>
    code === null ? lots.get(lotNo ?? '')?.id : items.get(code)?.id;
  const claims = await claimsOn(
    trx,
    ctx.now,
    document,
    lines.flatMap((line) => itemOf(line) ?? []),
  );
  const places = new Set(
    [...(await locationsOf(trx, tenantId, document.store_id)).values()].map(({ id }) => id),
  );
  /** Whether the document takes goods in that condition: a sale does not claim a battery on hold. */
  const takes = ({ placeId, condition }: { placeId: string | null; condition: string | null }) =>
    places.has(placeId ?? '') && (preset.conditions?.includes(condition ?? '') ?? true);
  const there = Map.groupBy(
    (
      await balancesOf(
        trx,
        [...lots.values()].map(({ id }) => id),
        document.day,
      )
    ).filter(takes),
    ({ lotId }) => lotId,
  );
  const wanted = new Map<string, { coded: boolean; kg: string | null }>();
  const planned = lines.map((line) => {
    const id = itemOf(line);
    if (id === undefined) return { line, plan: [] };
    if (line.code !== null) {
      if (!takes(items.get(line.code) as CodedItem)) return { line, plan: [] };
      wanted.set(id, { coded: true, kg: null });
      return { line, plan: claimed(claims.get(id)) ?? [] };
    }
    const kg = decimalOf(wanted.get(id)?.kg ?? 0).plus(line.kg ?? 0);
    if (kg.gt(0)) wanted.set(id, { coded: false, kg: kg.toFixed() });
    const sum = (there.get(id) ?? []).reduce((all, balance) => all.plus(balance.free), decimalOf(0));
    return { line, plan: overclaimed(claims.get(id), preset, sum.toFixed(), kg.toFixed()) ?? [] };
  });
  await refuseProblems(trx, planned);
  const rows = JSON.stringify([...wanted].map(([id, claim]) => ({ id, ...claim })));
  await sql`delete from claims where item_id = any(${[...wanted.keys()]}::uuid[]) and ends_at <= ${ctx.now}`.execute(
    trx,
  );
  await sql`insert into claims (document_id, item_id, tenant_id, coded, kg, conditions, store_id, claimed_by, claimed_at, ends_at)
    select ${document.id}::uuid, id, ${tenantId}::uuid, coded, kg,
        case when not coded then ${preset.conditions ? [...preset.conditions] : null}::text[] end, case when not coded then ${document.store_id}::uuid end,
        ${accountId}::uuid, ${ctx.now}::timestamptz, ${new Date(ctx.now.getTime() + DAYS * DAY_MS)}::timestamptz
      from json_to_recordset(${rows}::json) as g(id uuid, coded boolean, kg numeric)`.execute(trx);
  return wanted.size;
}

/**
 * Claims the contents of a draft's lines again, on request.
 * @throws notFound; conflict where the document is no longer a draft, or others have claimed its goods
 */
export const claimDraft = (
  { services: { db } }: Core,
  ctx: Ctx,
  kind: DocumentKind,
  id: string,
): Promise<number> =>
  db.transaction().execute(async (trx) => {
    await limitLockWait(trx);
    const document = await lockDocument(trx, ctx.caller.tenantId, kind, id);
    if (document.status !== 'draft') throw conflictError('id', notEditable.key, notEditable.message);
    await releaseClaims(trx, id);
    const count = await claimGoods(trx, ctx, kind, document);
    await audit(trx, ctx, {
      action: `${kind.resource.name}.claim`,
      objectType: kind.resource.name,
      objectId: id,
      details: { items: count },
    });
    return count;
  });

export const releaseClaims = (trx: Trx, documentId: string) =>
  sql`delete from claims where document_id = ${documentId}`.execute(trx);
