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

/** Number of a receipt that has taken its goods into stock, or null. */
async function receiptOf({ tenantId, query }: Facts, id: string): Promise<string | null> {
  const [found] = await query<{ no: string }>(
    `select no from documents where tenant_id = $1 and collection_id = $2 and kind = 'receipt' and status = 'posted'
       and reverses_id is null order by no limit 1`,
    [tenantId, id],
  );
  return found?.no ?? null;
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
      async may({ now }, row) {
        if (String(row.validUntil) < chinaDay(now))
          return problem('validUntil', 'expired', 'This quotation has expired');
        return quotationProblem(linesOf(row, 'lines'));
      },
    },
    accept: {
      async may(facts, row) {
        if (String(row.acceptedOn) > String(row.validUntil))
          return problem('acceptedOn', 'expired', 'This quotation has expired');
        return dayProblem(facts, row, 'acceptedOn');
      },
    },
    receive: { may: async (facts, row) => dayProblem(facts, row, 'receivedOn') },
    inspect: {
      derive: (row) => calculated(row, 'inspection', 'settledKg'),
      may: async (facts, row) =>
        dayProblem(facts, row, 'inspectedOn') ??
        inspectionProblem(linesOf(row, 'lines'), linesOf(row, 'inspection')),
    },
    settle: {
      derive: (row) => calculated(row, 'settlement', 'settledAmount'),
      async may(facts, row) {
        const wrong =
          dayProblem(facts, row, 'settledOn') ??
          settlementProblem(linesOf(row, 'lines'), linesOf(row, 'settlement'));
        if (wrong) return wrong;
        const paid = exact(row.settledAmount)?.gt(0) === true;
        return paid && (await receiptOf(facts, row.id)) === null
          ? problem('status', 'notInStock', 'Nothing of it has been taken into stock: post its receipt first')
          : null;
      },
    },
    cancel: {
      async may(facts, row) {
        const no = await receiptOf(facts, row.id);
        return no === null
          ? null
          : problem('status', `inStock?no=${no}`, `Its goods are in stock with ${no}: void that first`);
      },
    },
  },
};
