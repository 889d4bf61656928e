import { cascadeTypesOf, type OptionValue } from '@voltloop/domain/options/index.ts';
import type { Facts, Problem, Rules, StoredRow, Values } from '@voltloop/resource-kit';

const problem = (field: string, key: string, message: string): Problem => ({
  field,
  key: `rule.order.${key}`,
  message,
});

/** Why an order is closed to changes, or null (decisions B16: edit or cancel only before anything is shipped). */
const shipped = (row: StoredRow): Problem | null =>
  row.state === '1' ? null : problem('state', 'shipped', 'Goods of this order have been shipped');

/** The forms of use of an order are those of its product type (specification section 4). */
export function cascadeProblem({ productType, cascadeType }: Values): Problem | null {
  if (cascadeType === undefined || cascadeType === null) return null;
  const choices: readonly number[] = cascadeTypesOf(productType as OptionValue<'productType'>);
  return choices.includes(cascadeType as number)
    ? null
    : problem('cascadeType', 'cascadeType', 'This product type has no such form of use');
}

/** Which of these categories are out of use. */
async function disabled({ tenantId, query }: Facts, ids: readonly unknown[]): Promise<Set<string>> {
  const rows = await query<{ id: string }>(
    `select id from device_categories where tenant_id = $1 and status = 2 and id = any($2::uuid[])`,
    [tenantId, [...new Set(ids)]],
  );
  return new Set(rows.map(({ id }) => id));
}

export const orderRules: Rules = {
  async check(facts, drafts) {
    const chosen = drafts.flatMap(({ values, before }) =>
      values.categoryId && values.categoryId !== before?.categoryId ? [values.categoryId] : [],
    );
    const outOfUse = chosen.length > 0 ? await disabled(facts, chosen) : new Set<string>();
    return drafts.map(({ values, before }) =>
      [
        before && shipped(before),
        cascadeProblem(values),
        values.categoryId !== before?.categoryId && outOfUse.has(String(values.categoryId))
          ? problem('categoryId', 'categoryDisabled', 'This category is disabled')
          : null,
      ].filter((each) => each !== null),
    );
  },
  mayDelete: async (_facts, row) => shipped(row),
  steps: { cancel: { may: async (_facts, row) => shipped(row) } },
};
