import { decimalOf, type Facts, type Problem, type StoredRow } from '@voltloop/resource-kit';
import { problem } from './problem.ts';
import { greatestYear, REVERSE_LIMIT_YUAN } from './reverse-limit.ts';

/**
 * The reason why no reverse invoice can be issued for a person, or null; locks the person until the transaction ends.
 */
export async function reverseProblem({ tenantId, query }: Facts, row: StoredRow): Promise<Problem | null> {
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
