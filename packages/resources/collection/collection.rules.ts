import {
  exact,
  type Facts,
  type Problem,
  type Rules,
  type StoredRow,
  type Values,
  withCalculated,
} from '@voltloop/resource-kit';
import { chinaDay } from '../days.ts';
import { collection } from './collection.resource.ts';
import { inspectionProblem, quotationProblem, settlementProblem } from './collection-problems.ts';
import { linesOf, problem } from './problem.ts';

/** The days of its steps, in order. */
const days = ['acceptedOn', 'receivedOn', 'inspectedOn', 'settledOn'] as const;

/** A problem with the day of a step: in the future, or before that of an earlier step. */
function dayProblem({ now }: Facts, row: StoredRow, name: (typeof days)[number]): Problem | null {
  const day = String(row[name]);
  if (day > chinaDay(now)) return problem(name, 'dayInFuture', 'This day is in the future');
  const before = days
    .slice(0, days.indexOf(name))
    .flatMap((each) => row[each] ?? [])
    .at(-1);
  return before && day < String(before)
    ? problem(name, `dayBefore?day=${before}`, `This is before ${before}, the day of the previous step`)
    : null;
}

/** The named fields, recalculated. */
const calculated = (row: StoredRow, ...names: readonly string[]): Values => {
  const whole = withCalculated(collection.fields, row);
  return Object.fromEntries(names.map((name) => [name, whole[name]]));
};

/** Numbers of receipts that have taken their goods into stock, by collection. */
async function receiptsOf({ tenantId, query }: Facts, rows: readonly StoredRow[]) {
  const found = await query<{ id: string; no: string }>(
    `select collection_id as id, min(no) as no from documents where tenant_id = $1 and collection_id = any($2::uuid[])
       and kind = 'receipt' and status = 'posted' and reverses_id is null group by 1`,
    [tenantId, rows.map(({ id }) => id)],
  );
  return new Map(found.map(({ id, no }) => [id, no]));
}

export const collectionRules: Rules = {
  derive({ values }) {
    const { lines, amount } = withCalculated(collection.fields, values);
    return { lines, amount: amount ?? undefined };
  },
  /** A seller that is both an enterprise and a customer sells as one of them. */
  check: async (_facts, drafts) =>
    drafts.map(({ values: { enterpriseId, clientId } }) =>
      enterpriseId && clientId
        ? [problem('clientId', 'oneSeller', 'Choose the enterprise or the customer, not both')]
        : [],
    ),
  steps: {
    quote: {
      may: async ({ now }, rows) =>
        rows.map((row) =>
          String(row.validUntil) < chinaDay(now)
            ? problem('validUntil', 'expired', 'This quotation has expired')
            : quotationProblem(linesOf(row, 'lines')),
        ),
    },
    accept: {
      may: async (facts, rows) =>
        rows.map((row) =>
          String(row.acceptedOn) > String(row.validUntil)
            ? problem('acceptedOn', 'expired', 'This quotation has expired')
            : dayProblem(facts, row, 'acceptedOn'),
        ),
    },
    receive: { may: async (facts, rows) => rows.map((row) => dayProblem(facts, row, 'receivedOn')) },
    inspect: {
      derive: (row) => calculated(row, 'inspection', 'settledKg'),
      may: async (facts, rows) =>
        rows.map(
          (row) =>
            dayProblem(facts, row, 'inspectedOn') ??
            inspectionProblem(linesOf(row, 'lines'), linesOf(row, 'inspection')),
        ),
    },
    settle: {
      derive: (row) => calculated(row, 'settlement', 'settledAmount'),
      async may(facts, rows) {
        const receipts = await receiptsOf(facts, rows);
        return rows.map((row) => {
          const wrong =
            dayProblem(facts, row, 'settledOn') ??
            settlementProblem(linesOf(row, 'lines'), linesOf(row, 'settlement'));
          if (wrong) return wrong;
          const paid = exact(row.settledAmount)?.gt(0) === true;
          return paid && !receipts.has(row.id)
            ? problem(
                'status',
                'notInStock',
                'Nothing of it has been taken into stock: post its receipt first',
              )
            : null;
        });
      },
    },
    cancel: {
      async may(facts, rows) {
        const receipts = await receiptsOf(facts, rows);
        return rows.map(({ id }) => {
          const no = receipts.get(id);
          return no === undefined
            ? null
            : problem('status', `inStock?no=${no}`, `Its goods are in stock with ${no}: void that first`);
        });
      },
    },
  },
};
