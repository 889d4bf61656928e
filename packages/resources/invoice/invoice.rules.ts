import { capitals } from '@voltloop/domain/money/capitals.ts';
import {
  decimalOf,
  type Facts,
  type Problem,
  type Rules,
  type StoredRow,
  type Values,
  withCalculated,
} from '@voltloop/resource-kit';
import { chinaDay } from '../days.ts';
import { creditedLines, creditProblems, noteCredited, storeCreditAmounts } from './credit.ts';
import { deliveryProblems, storeDeliveryAmounts } from './deliveries.ts';
import { invoice } from './invoice.resource.ts';
import { linesOf, problem } from './problem.ts';
import { reverseProblem } from './reverse.ts';
import { settlementProblems } from './settlements.ts';

/** Problems with the lines that can be found without other rows. */
function lineProblems(values: Values): Problem[] {
  const sign = values.originalId ? -1 : 1;
  return linesOf(values).flatMap(({ quantity }, n) =>
    decimalOf(quantity).times(sign).gt(0)
      ? []
      : [
          sign === 1
            ? problem(`lines.${n}.quantity`, 'nothing', 'Enter a quantity above zero')
            : problem(
                `lines.${n}.quantity`,
                'lessThanNothing',
                'The amount of a credit invoice must be below 0',
              ),
        ],
  );
}

async function problemsOf(facts: Facts, values: Values, before: StoredRow | null): Promise<Problem[]> {
  if (values.clientId && values.enterpriseId)
    return [problem('clientId', 'oneParty', 'Choose the supplier or the customer, not both')];
  const own = lineProblems(values);
  if (own.length > 0) return own;
  return values.originalId
    ? creditProblems(values, await creditedLines(facts, String(values.originalId)))
    : [
        ...(await deliveryProblems(facts, values, before?.id ?? null)),
        ...(await settlementProblems(facts, values, before?.id ?? null)),
      ];
}

/** The day of the invoice that a credit invoice credits, if it is later than its own; else null. */
async function issuedAfter({ tenantId, query }: Facts, row: StoredRow): Promise<string | null> {
  const [found] = await query<{ day: string }>(
    `select issued_on::text as day from invoices where tenant_id = $1 and id = $2 and issued_on > $3::date`,
    [tenantId, row.originalId, row.issuedOn],
  );
  return found?.day ?? null;
}

/**
 * Copies name and tax number of the other party into drafts, for the last time when they are issued. A credit invoice has
 * those of its original.
 * @returns the tax number of the last one
 */
async function copyParty({ query }: Facts, ids: readonly string[]): Promise<string | null> {
  const rows = await query<{ taxNo: string | null }>(
    `update invoices i set party_name = p.name, party_tax_no = p.tax_no
      from (
        select each.id, case when o.id is not null then o.party_name
              else coalesce(c.invoice_title, c.client_name, e.name) end as name,
            case when o.id is not null then o.party_tax_no
              else coalesce(c.tax_no, c.credit_code, e.credit_code) end as tax_no
          from invoices each left join invoices o on o.id = each.original_id
            left join customers c on c.id = each.client_id left join enterprises e on e.id = each.enterprise_id
      ) p
      where i.id = any($1::uuid[]) and i.status = 'draft' and p.id = i.id
      returning i.party_tax_no as "taxNo"`,
    [ids],
  );
  return rows.at(-1)?.taxNo ?? null;
}

/** The reason why a draft cannot be issued, or null. */
async function mayIssue(facts: Facts, row: StoredRow): Promise<Problem | null> {
  if (linesOf(row).length === 0) return problem('lines', 'noLines', 'This invoice has no lines');
  if (String(row.issuedOn) > chinaDay(facts.now))
    return problem('issuedOn', 'dayInFuture', 'The day of issue is in the future');
  const before = row.originalId ? await issuedAfter(facts, row) : null;
  if (before)
    return problem('issuedOn', `beforeOriginal?day=${before}`, `The credited invoice is of ${before}`);
  const taxNo = await copyParty(facts, [row.id]);
  if (row.direction === 'out' && row.invoiceType === 2 && !taxNo)
    return problem(
      'clientId',
      'noTaxNo',
      'A special VAT invoice needs the tax number of the customer: enter it on the page of the customer',
    );
  // Goods may have been returned, or the original credited, since the draft was saved.
  const [first] = await problemsOf(facts, row, row);
  return first ?? (row.direction === 'reverse' ? reverseProblem(facts, row) : null);
}

async function inTurn<T>(rows: readonly StoredRow[], work: (row: StoredRow) => T | Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (const row of rows) results.push(await work(row));
  return results;
}

export const invoiceRules: Rules = {
  derive({ values }) {
    const whole = withCalculated(invoice.fields, values);
    const total = whole.total as string | null;
    return {
      lines: whole.lines,
      net: whole.net ?? undefined,
      tax: whole.tax ?? undefined,
      total: total ?? undefined,
      totalText: total === null ? undefined : capitals(total),
    };
  },
  check: (facts, drafts) =>
    Promise.all(drafts.map(({ values, before }) => problemsOf(facts, values, before))),
  async written(facts, rows) {
    for (const { after } of rows)
      await (after.originalId ? storeCreditAmounts(facts, after) : storeDeliveryAmounts(facts, after));
    const ids = rows.map(({ after }) => after.id);
    await facts.query('select keep_invoice_lines($1::uuid[])', [ids]);
    await copyParty(facts, ids);
  },
  async mayRestore(facts, row) {
    const [first] = await problemsOf(facts, row, row);
    return first ?? null;
  },
  steps: {
    issue: {
      // One after the other: what one takes of a delivery, the next cannot take.
      may: (facts, rows) => inTurn(rows, (row) => mayIssue(facts, row)),
      effect: async (facts, rows) =>
        (await inTurn(rows, (row) => (row.originalId ? noteCredited(facts, row) : []))).flat(),
    },
  },
};
