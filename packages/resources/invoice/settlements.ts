import { decimalOf, type Facts, type Problem, type Values } from '@voltloop/resource-kit';
import { problem } from './problem.ts';

interface Settlement {
  status: string;
  clientId: string | null;
  enterpriseId: string | null;
  amount: string;
  /** Amount that other invoices claim, and the number of one of them. */
  claimed: string;
  by: string | null;
}

/**
 * Problems with the settled collection that an invoice claims. It is locked until the transaction ends, so that two
 * people cannot invoice the same amount.
 */
export async function settlementProblems(
  { tenantId, query }: Facts,
  values: Values,
  own: string | null,
): Promise<Problem[]> {
  const { collectionId } = values;
  if (!collectionId) return [];
  await query('select 1 from collections where tenant_id = $1 and id = $2 for no key update', [
    tenantId,
    collectionId,
  ]);
  // A separate query after the lock: it sees what was committed while waiting for it.
  const [settlement] = await query<Settlement>(
    `select s.status, s.client_id as "clientId", s.enterprise_id as "enterpriseId",
        coalesce(s.settled_amount, 0)::text as amount, coalesce(sum(c.total), 0)::text as claimed,
        max(c.no) filter (where c.total > 0) as by
      from collections s left join collection_claims c on c.collection_id = s.id and c.invoice_id is distinct from $3::uuid
      where s.tenant_id = $1 and s.id = $2 group by s.id`,
    [tenantId, collectionId, own],
  );
  if (settlement?.status !== 'settled')
    return [problem('collectionId', 'notSettled', 'This collection is not settled')];
  const same = (a: unknown, b: unknown) => (a ?? null) === (b ?? null);
  if (!same(values.clientId, settlement.clientId) || !same(values.enterpriseId, settlement.enterpriseId))
    return [problem('collectionId', 'otherSeller', 'This collection belongs to another seller')];
  const open = decimalOf(settlement.amount).minus(decimalOf(settlement.claimed));
  if (decimalOf(values.total).lte(open)) return [];
  const left = open.lt(0) ? '0' : open.toFixed();
  return [
    settlement.by === null
      ? problem('lines', `overSettled?open=${left}`, `Only ${left} yuan of this collection can be invoiced`)
      : problem(
          'lines',
          `overSettledBy?open=${left}&no=${settlement.by}`,
          `Only ${left} yuan of this collection can be invoiced: the rest is on ${settlement.by}`,
        ),
  ];
}
