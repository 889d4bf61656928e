import { capitals } from '@voltloop/domain/money/capitals.ts';
import {
  decimalOf,
  type Facts,
  type Problem,
  type SideEffect,
  type StoredRow,
  type Values,
} from '@voltloop/resource-kit';
import { type Credited, creditAmounts, leftOf, sumsOf } from './invoice-amounts.ts';
import { linesOf, problem } from './problem.ts';

interface Original {
  /** Null if there is no such invoice. */
  status: string | null;
  direction: string | null;
  invoiceType: number | null;
  partyId: string | null;
  /** Its lines and their credited amounts, by place. */
  lines: ReadonlyMap<number, Credited>;
}

/**
 * The lines of an original with the amounts of issued credit invoices; locks the original until the transaction ends.
 */
export async function creditedLines({ tenantId, query }: Facts, originalId: string): Promise<Original> {
  const [original] = await query<Omit<Original, 'lines'> & { lines: Values[] }>(
    `select status, direction, invoice_type as "invoiceType", coalesce(client_id, enterprise_id) as "partyId", lines
      from invoices where tenant_id = $1 and id = $2 and deleted_at is null for no key update`,
    [tenantId, originalId],
  );
  const taken = await query<Omit<Credited, 'line'> & { place: number }>(
    `select l.original_place as place, (-sum(l.quantity))::text as quantity, (-sum(l.net))::text as net,
        (-sum(l.tax))::text as tax, (-sum(l.total))::text as total
      from invoice_lines l join invoices i on i.id = l.invoice_id
      where i.original_id = $1 and i.status = 'issued' group by 1`,
    [originalId],
  );
  const byPlace = new Map(taken.map((each) => [each.place, each]));
  const none = { quantity: '0', net: '0', tax: '0', total: '0' };
  return {
    status: original?.status ?? null,
    direction: original?.direction ?? null,
    invoiceType: original?.invoiceType ?? null,
    partyId: original?.partyId ?? null,
    lines: new Map(
      (original?.lines ?? []).map((line, n) => [n + 1, { ...none, ...byPlace.get(n + 1), line }]),
    ),
  };
}

const kept = ['goods', 'spec', 'unit', 'unitPrice', 'taxRate', 'deliveryId'] as const;

/** A credit invoice repeats lines of its original unchanged, and credits at most the rest of them. */
export function creditProblems(values: Values, original: Original): Problem[] {
  if (original.status !== 'issued')
    return [problem('originalId', 'notIssued', 'Only an issued invoice can be credited, and only once')];
  const others =
    values.direction !== original.direction ||
    values.invoiceType !== original.invoiceType ||
    (values.clientId ?? values.enterpriseId) !== original.partyId;
  if (others) return [problem('invoiceType', 'asOriginal', 'This must be as on the original')];
  const seen = new Set<unknown>();
  return linesOf(values).flatMap((line, n): Problem[] => {
    const { originalPlace } = line;
    const credited = original.lines.get(Number(originalPlace));
    if (
      !credited ||
      seen.has(originalPlace) ||
      kept.some((name) => (line[name] ?? null) !== (credited.line[name] ?? null))
    )
      return [problem(`lines.${n}.goods`, 'asOriginal', 'This must be as on the original')];
    seen.add(originalPlace);
    const { quantity } = leftOf(credited);
    return decimalOf(line.quantity).plus(decimalOf(quantity)).gte(0)
      ? []
      : [
          problem(
            `lines.${n}.quantity`,
            `overCredited?left=${quantity}`,
            `Of this line only ${quantity} are left to be credited`,
          ),
        ];
  });
}

/** Stores the amounts of a credit invoice, computed from the rest of the original. */
export async function storeCreditAmounts(facts: Facts, row: StoredRow): Promise<void> {
  const { lines } = await creditedLines(facts, String(row.originalId));
  const own = linesOf(row).map((line) => {
    const credited = lines.get(Number(line.originalPlace));
    return credited ? { ...line, ...creditAmounts(line, credited) } : line;
  });
  await storeAmounts(facts, row, own);
}

/** Replaces the lines of a draft by these, with other amounts than quantity and price give. */
export async function storeAmounts(
  { query }: Facts,
  row: StoredRow,
  lines: readonly Values[],
): Promise<void> {
  const { net, tax, total } = sumsOf(lines);
  await query(
    `update invoices set lines = $2::jsonb, net = $3, tax = $4, total = $5, total_text = $6
      where id = $1 and status = 'draft'`,
    [row.id, JSON.stringify(lines), net, tax, total, capitals(String(total))],
  );
}

/** Adds the credited amount to the original; a fully credited invoice gets the state `credited`. */
export async function noteCredited({ query }: Facts, row: StoredRow): Promise<SideEffect[]> {
  const [change] = await query<{ from: string; to: string; whole: boolean }>(
    `with old as (select id, credited from invoices where id = $1)
      update invoices i set credited = i.credited - $2::numeric, update_time = now(), version = i.version + 1,
          status = case when i.credited - $2::numeric = i.total then 'credited' else i.status end
        from old where i.id = old.id
        returning trim_scale(old.credited)::text as "from", trim_scale(i.credited)::text as "to", i.status = 'credited' as whole`,
    [row.originalId, row.total],
  );
  if (!change) return [];
  const { from, to, whole } = change;
  return [
    {
      id: String(row.originalId),
      by: row.id,
      changes: {
        credited: { from, to },
        ...(whole ? { status: { from: 'issued', to: 'credited' } } : {}),
      },
    },
  ];
}
