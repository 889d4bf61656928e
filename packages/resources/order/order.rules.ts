import { cascadeTypesOf, type OptionValue } from '@voltloop/domain/options/index.ts';
import {
  type Facts,
  type Problem,
  problemOf,
  type Rules,
  type StoredRow,
  type Values,
  withCalculated,
} from '@voltloop/resource-kit';
import { order } from './order.resource.ts';
import { flatOfSeveral, reconciled } from './order-lines.ts';

const problem = problemOf('order');
const required = (field: string): Problem => ({ field, key: 'resource.required', message: 'Required' });

/**
 * The reason why an order cannot be changed, or null (interpretation B16: edit or cancel only before anything is
 * shipped).
 */
const shipped = (row: StoredRow): Problem | null =>
  row.state === '1' ? null : problem('state', 'shipped', 'Goods of this order have been shipped');

const linesOf = (values: Values | null) => (values?.lines ?? []) as readonly Values[];

/** The allowed forms of use depend on the product type (specification section 4). */
const hasNoUse = ({ productType, cascadeType }: Values): boolean => {
  if (cascadeType === undefined || cascadeType === null) return false;
  const choices: readonly number[] = cascadeTypesOf(productType as OptionValue<'productType'>);
  return !choices.includes(cascadeType as number);
};

/** The problems of each line, with their fields. */
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
    'Choose either a product type or a material',
    ({ productType, material }) => productType != null && material != null,
  ],
  ['cascadeType', 'cascadeType', 'This product type has no such form of use', hasNoUse],
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

/**
 * Problems of lines are reported at the line; those of a single line also at the flat field, for callers that only
 * use that.
 */
const lineProblems = (lines: readonly Values[], outOfUse: ReadonlySet<unknown>): Problem[] =>
  lines.flatMap((line, n) =>
    lineRules
      .filter(([, , , wrong]) => wrong(line, outOfUse))
      .flatMap(([field, key, message]) => {
        const inLine = problem(`lines.${n}.${field}`, key, message);
        return lines.length === 1 ? [problem(field, key, message), inLine] : [inLine];
      }),
  );

/** The disabled ones of these categories. */
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
          problem(name, 'severalLines', 'This order has several lines: change them individually'),
        ),
      ];
    });
  },
  async written({ query }, rows) {
    await query(`select keep_order_lines($1::uuid[])`, [rows.map(({ after }) => after.id)]);
  },
  mayDelete: async (_facts, row) => shipped(row),
  steps: {
    cancel: { may: async (_facts, rows) => rows.map(shipped) },
    close: {
      may: async (_facts, rows) =>
        rows.map(({ state }) =>
          state === '2'
            ? null
            : problem('state', 'notPartly', 'Only a partly shipped order can be closed short'),
        ),
    },
  },
};
