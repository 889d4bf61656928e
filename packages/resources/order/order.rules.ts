import { cascadeTypesOf, type OptionValue } from '@voltloop/domain/options/index.ts';
import {
  decimalOf,
  type Facts,
  type Problem,
  type Rules,
  type StoredRow,
  type Values,
  withCalculated,
} from '@voltloop/resource-kit';
import { order } from './order.resource.ts';
import { flatOfSeveral, reconciled } from './order-lines.ts';

const problem = (field: string, key: string, message: string): Problem => ({
  field,
  key: `rule.order.${key}`,
  message,
});
const required = (field: string): Problem => ({ field, key: 'resource.required', message: 'Required' });

/** Why an order is closed to changes, or null (interpretation B16: edit or cancel only before anything is shipped). */
const shipped = (row: StoredRow): Problem | null =>
  row.state === '1' ? null : problem('state', 'shipped', 'Goods of this order have been shipped');

const linesOf = (values: Values | null) => (values?.lines ?? []) as readonly Values[];

/** The forms of use of an order are those of its product type (specification section 4). */
const hasNoUse = ({ productType, cascadeType }: Values): boolean => {
  if (cascadeType === undefined || cascadeType === null) return false;
  const choices: readonly number[] = cascadeTypesOf(productType as OptionValue<'productType'>);
  return !choices.includes(cascadeType as number);
};

/** What is wrong with each line: the field, and the problem there. */
const lineRules: readonly [
  field: string,
  key: string,
  message: string,
  wrong: (line: Values, outOfUse: ReadonlySet<unknown>) => boolean,
][] = [
  [
    'productType',
    'whichGoods',
    'Choose the product type, or a material that is sold by mass',
    ({ productType, material }) => productType == null && material == null,
  ],
  [
    'material',
    'eitherOr',
    'The product type says what it is: choose one of them',
    ({ productType, material }) => productType != null && material != null,
  ],
  ['cascadeType', 'cascadeType', 'This product type has no such form of use', hasNoUse],
  ['quantity', 'nothing', 'Order more than nothing', ({ quantity }) => decimalOf(quantity).lte(0)],
  [
    'quantity',
    'wholePieces',
    'Pieces are whole numbers',
    ({ unit, quantity }) => unit === 'piece' && !/^\d+$/.test(String(quantity)),
  ],
  [
    'categoryId',
    'categoryDisabled',
    'This category is disabled',
    ({ categoryId }, outOfUse) => outOfUse.has(categoryId),
  ],
];

/** Problems of lines are reported at the line; of an only line also at the flat field, which is all that some callers know. */
const lineProblems = (lines: readonly Values[], outOfUse: ReadonlySet<unknown>): Problem[] =>
  lines.flatMap((line, n) =>
    lineRules
      .filter(([, , , wrong]) => wrong(line, outOfUse))
      .flatMap(([field, key, message]) => {
        const inLine = problem(`lines.${n}.${field}`, key, message);
        return lines.length === 1 ? [problem(field, key, message), inLine] : [inLine];
      }),
  );

/** Which of these categories are out of use. */
async function disabled({ tenantId, query }: Facts, ids: readonly unknown[]): Promise<Set<unknown>> {
  if (ids.length === 0) return new Set();
  const rows = await query<{ id: string }>(
    `select id from device_categories where tenant_id = $1 and status = 2 and id = any($2::uuid[])`,
    [tenantId, [...new Set(ids)]],
  );
  return new Set(rows.map(({ id }) => id));
}

export const orderRules: Rules = {
  derive({ values, before }) {
    const tolerancePct = values.tolerancePct ?? '1';
    const both = { ...values, ...reconciled(values, before), tolerancePct };
    return { ...both, ...(linesOf(both).length > 0 ? withCalculated(order.fields, both) : {}) };
  },
  async check(facts, drafts) {
    const named = (values: Values | null) => linesOf(values).flatMap(({ categoryId }) => categoryId ?? []);
    const chosen = drafts.map(({ values, before }) => {
      const known = new Set(named(before));
      return named(values).filter((id) => !known.has(id));
    });
    const outOfUse = await disabled(facts, chosen.flat());
    return drafts.map(({ values, before }) => {
      const lines = linesOf(values);
      const closed = before && shipped(before);
      if (closed) return [closed];
      if (lines.length === 0)
        return ['productType', 'quantity'].filter((name) => values[name] == null).map(required);
      return [
        ...lineProblems(lines, outOfUse),
        ...flatOfSeveral(values, before).map((name) =>
          problem(name, 'severalLines', 'This order has several lines: change those'),
        ),
      ];
    });
  },
  async written({ query }, rows) {
    await query(`select keep_order_lines($1::uuid[])`, [rows.map(({ after }) => after.id)]);
  },
  mayDelete: async (_facts, row) => shipped(row),
  steps: {
    cancel: { may: async (_facts, row) => shipped(row) },
    close: {
      may: async (_facts, row) =>
        row.state === '2'
          ? null
          : problem('state', 'notPartly', 'Only an order that is partly shipped is closed short'),
    },
  },
};
