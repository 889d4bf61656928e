import { isDeepStrictEqual } from 'node:util';
import { cascadeTypesOf, type OptionValue } from '@voltloop/domain/options/index.ts';
import {
  decimalOf,
  exact,
  type Facts,
  type Problem,
  problemOf,
  type Rules,
  rounded,
  type StoredRow,
  type Values,
  withCalculated,
} from '@voltloop/resource-kit';
import { order } from './order.resource.ts';

/** Pure: the lines of an order, and the flat fields in the calls of the specification (decision 32). */

/** Fields of the order itself that repeat those of its first line. */
const flatFields = ['productType', 'categoryId', 'cascadeType', 'quantity', 'unitPrice'] as const;

type Lines = readonly Values[];
const linesOf = (values: Values | null): Lines => (values?.lines ?? []) as Lines;

/**
 * The flat fields of an order with these lines: of the first line, except the quantity, which sums all lines in its
 * unit.
 */
function flatOf(lines: Lines): Values {
  const [first, ...others] = lines;
  if (!first) return {};
  const quantity = lines
    .filter(({ unit }) => unit === first.unit)
    .reduce((sum, line) => sum.plus(decimalOf(line.quantity)), decimalOf(0));
  return {
    productType: first.productType,
    categoryId: first.categoryId,
    cascadeType: first.cascadeType,
    quantity: Math.max(1, rounded(quantity, 0).toNumber()),
    unitPrice: others.length === 0 ? first.unitPrice : undefined,
  };
}

const same = (name: string, a: unknown, b: unknown) =>
  name === 'unitPrice' ? exact(a)?.toFixed() === exact(b)?.toFixed() : (a ?? null) === (b ?? null);
const changed = (values: Values, before: Values): string[] =>
  flatFields.filter((name) => !same(name, values[name], before[name]));
const sameLines = (values: Values, before: Values | null) =>
  before !== null && isDeepStrictEqual(linesOf(values), linesOf(before));

/** The changed flat fields of an order with several lines, which cannot be applied. */
const flatOfSeveral = (values: Values, before: Values | null): string[] =>
  before && linesOf(values).length > 1 && sameLines(values, before) ? changed(values, before) : [];

/**
 * Reconciles the lines and flat fields of a draft: given lines determine the flat fields; without lines, the flat
 * fields become the only line. Flat fields of an order with several lines cannot be changed, see `flatOfSeveral`.
 */
function reconciled(values: Values, before: Values | null): Values {
  const lines = linesOf(values);
  if (lines.length > 0 && !sameLines(values, before)) return { lines, ...flatOf(lines) };
  const untouched = before !== null && changed(values, before).length === 0;
  if (lines.length > 1 || (lines.length === 1 && untouched)) return { lines };
  const { productType, quantity } = values;
  if ((productType == null && lines[0]?.material === undefined) || quantity == null)
    return { lines: undefined };
  const line: Values = {
    unit: 'piece',
    ...lines[0],
    ...Object.fromEntries(flatFields.map((name) => [name, values[name]])),
    quantity: String(quantity),
  };
  // A price by metal content is not a unit price.
  const byMetal = line.unit === 'metal' ? { unitPrice: undefined } : {};
  const whole = Object.entries({ ...line, ...byMetal }).filter(([, value]) => value != null);
  return { lines: [Object.fromEntries(whole)], ...byMetal };
}

const problem = problemOf('order');
const required = (field: string): Problem => ({ field, key: 'resource.required', message: 'Required' });

/**
 * The reason why an order cannot be changed, or null (interpretation B16: edit or cancel only before anything is
 * shipped).
 */
const shipped = (row: StoredRow): Problem | null =>
  row.state === '1' ? null : problem('state', 'shipped', 'Goods of this order have been shipped');

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
