import { type Problem, problemOf } from '@voltloop/resource-kit';
import { documentRulesWith } from '../document.rules.ts';

interface Transfer {
  id: string;
  store: string | null;
}

export const movementRules = documentRulesWith({
  derive: ({ values }) => ({ preset: values.preset ?? 'move' }),
  /** An arrival belongs to a transfer in transit, at the destination store. */
  async check({ query, tenantId }, drafts) {
    const ids = drafts.flatMap(({ values }) => (values.transferId ? [values.transferId] : []));
    const transfers =
      ids.length === 0
        ? []
        : await query<Transfer>(
            `select id, to_store_id as store from documents where tenant_id = $1 and id = any($2::uuid[])
               and kind = 'movement' and preset = 'transfer' and status = 'posted' and reverses_id is null`,
            [tenantId, ids],
          );
    return drafts.map(({ values: { transferId, toStoreId } }): Problem[] => {
      if (!transferId) return [];
      const transfer = transfers.find(({ id }) => id === transferId);
      if (!transfer) return [problem('transferId', 'noTransfer', 'This transfer is not in transit')];
      return transfer.store === toStoreId
        ? []
        : [problem('toStoreId', 'transferElsewhere', 'This transfer goes to another store')];
    });
  },
});

const problem = problemOf('document');
