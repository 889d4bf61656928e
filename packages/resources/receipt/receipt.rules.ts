import { type Problem, problemOf } from '@voltloop/resource-kit';
import { documentRulesWith } from '../document.rules.ts';

interface Seller {
  id: string;
  status: string;
  enterpriseId: string | null;
  clientId: string | null;
}

/** States of a collection in which its goods can be received. */
export const takesGoods: ReadonlySet<string> = new Set(['accepted', 'received', 'inspected']);

export const receiptRules = documentRulesWith({
  /** A receipt of a collection names its seller, while its goods are expected. */
  async check({ query, tenantId }, drafts) {
    const ids = drafts.flatMap(({ values }) => (values.collectionId ? [values.collectionId] : []));
    if (ids.length === 0) return drafts.map(() => []);
    const sellers = await query<Seller>(
      `select id, status, enterprise_id as "enterpriseId", client_id as "clientId" from collections
        where tenant_id = $1 and id = any($2::uuid[])`,
      [tenantId, ids],
    );
    return drafts.map(({ values: { collectionId, enterpriseId, customerId } }): Problem[] => {
      const seller = sellers.find(({ id }) => id === collectionId);
      if (!seller) return [];
      if (!takesGoods.has(seller.status))
        return [problem('collectionId', 'collectionNotOpen', 'No goods of this collection are expected')];
      const same = (a: unknown, b: unknown) => (a ?? null) === (b ?? null);
      return same(enterpriseId, seller.enterpriseId) && same(customerId, seller.clientId)
        ? []
        : [problem('collectionId', 'collectionOfOther', 'This collection belongs to another seller')];
    });
  },
});

const problem = problemOf('document');
