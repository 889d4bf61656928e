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
import { greatestYear, REVERSE_LIMIT_YUAN } from './reverse-limit.ts';

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

interface Settlement {
  status: string;
  clientId: string | null;
  enterpriseId: string | null;
  amount: string;
  /** Amount that other invoices claim, and the number of one of them. */
  claimed: string;
  by: string | null;
}

/**
 * Problems with the settled collection that an invoice claims. It is locked until the transaction ends, so that two
 * people cannot invoice the same amount.
 */
async function settlementProblems(
  { tenantId, query }: Facts,
  values: Values,
  own: string | null,
): Promise<Problem[]> {
  const { collectionId } = values;
  if (!collectionId) return [];
  await query('select 1 from collections where tenant_id = $1 and id = $2 for no key update', [
    tenantId,
    collectionId,
  ]);
  // A separate query after the lock: it sees what was committed while waiting for it.
  const [settlement] = await query<Settlement>(
    `select s.status, s.client_id as "clientId", s.enterprise_id as "enterpriseId",
        coalesce(s.settled_amount, 0)::text as amount, coalesce(sum(c.total), 0)::text as claimed,
        max(c.no) filter (where c.total > 0) as by
      from collections s left join collection_claims c on c.collection_id = s.id and c.invoice_id is distinct from $3::uuid
      where s.tenant_id = $1 and s.id = $2 group by s.id`,
    [tenantId, collectionId, own],
  );
  if (settlement?.status !== 'settled')
    return [problem('collectionId', 'notSettled', 'This collection is not settled')];
  const same = (a: unknown, b: unknown) => (a ?? null) === (b ?? null);
  if (!same(values.clientId, settlement.clientId) || !same(values.enterpriseId, settlement.enterpriseId))
    return [problem('collectionId', 'otherSeller', 'This collection belongs to another seller')];
  const open = decimalOf(settlement.amount).minus(decimalOf(settlement.claimed));
  if (decimalOf(values.total).lte(open)) return [];
  const left = open.lt(0) ? '0' : open.toFixed();
  return [
    settlement.by === null
      ? problem('lines', `overSettled?open=${left}`, `Only ${left} yuan of this collection can be invoiced`)
      : problem(
          'lines',
          `overSettledBy?open=${left}&no=${settlement.by}`,
          `Only ${left} yuan of this collection can be invoiced: the rest is on ${settlement.by}`,
        ),
  ];
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

/**
 * The reason why no reverse invoice can be issued for a person, or null; locks the person until the transaction ends.
 */
async function reverseProblem({ tenantId, query }: Facts, row: StoredRow): Promise<Problem | null> {
  // Includes duplicate records of the person: the limit is per person.
  const people = await query<{ id: string; type: number; card: string | null }>(
    `select id, customer_type as type, id_card as card from customers
      where tenant_id = $1 and (id = $2 or id_card = (select id_card from customers where id = $2))
      order by id for no key update`,
    [tenantId, row.clientId],
  );
  const own = people.find(({ id }) => id === row.clientId);
  if (own?.type !== 0) return problem('clientId', 'noPerson', 'A reverse invoice is for a person');
  if (own.card === null)
    return problem('clientId', 'noIdCard', 'Enter the ID card number of the seller first');
  const issued = await query<{ month: string; net: string }>(
    `select to_char(issued_on, 'YYYY-MM') as month, sum(net)::text as net from invoices
      where tenant_id = $1 and client_id = any($2::uuid[]) and direction = 'reverse' and deleted_at is null
        and status in ('issued', 'credited') group by 1`,
    [tenantId, people.map(({ id }) => id)],
  );
  const month = String(row.issuedOn).slice(0, 7);
  const amounts = [
    ...issued.map((each) => [each.month, each.net] as const),
    [month, String(row.net)] as const,
  ];
  const total = greatestYear(amounts, month);
  return decimalOf(total).gt(REVERSE_LIMIT_YUAN)
    ? problem(
        'clientId',
        `reverseLimit?total=${total}&limit=${REVERSE_LIMIT_YUAN}`,
        `With this invoice ${total} yuan in 12 months for this person: the limit is ${REVERSE_LIMIT_YUAN}`,
      )
    : null;
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
