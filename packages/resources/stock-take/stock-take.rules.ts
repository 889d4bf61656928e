import { documentRulesWith } from '../document.rules.ts';

export const stockTakeRules = documentRulesWith({
  /** The counted location must belong to the store. */
  async check({ query, tenantId }, drafts) {
    const stores = drafts.flatMap(({ values }) => (values.location ? [values.storeId] : []));
    const rows =
      stores.length === 0
        ? []
        : await query<{ store: string; code: string }>(
            'select store_id as store, code from places where tenant_id = $1 and store_id = any($2::uuid[])',
            [tenantId, stores],
          );
    return drafts.map(({ values: { storeId, location } }) =>
      !location || rows.some(({ store, code }) => store === storeId && code === location)
        ? []
        : [
            {
              field: 'location',
              key: 'rule.document.locationUnknown',
              message: 'The store has no such location',
            },
          ],
    );
  },
});
