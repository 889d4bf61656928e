import { exact, type Facts, type Problem, type Rules, type Values } from '@voltloop/resource-kit';

/** Gross and tare of a weigh ticket: gross must exceed tare. */
function ticketProblems({ grossKg, tareKg }: Values): Problem[] {
  const [gross, tare] = [exact(grossKg), exact(tareKg)];
  if (!gross || !tare || gross.gte(tare)) return [];
  const key = 'rule.document.grossBelowTare';
  return [{ field: 'grossKg', key, message: 'The gross mass is less than the tare' }];
}

const monthOf = (day: unknown) => `${String(day).slice(0, 7)}-01`;
const monthClosed: Problem = {
  field: 'day',
  key: 'rule.document.monthClosed',
  message: 'This month is closed: choose a day of an open one',
};

/** Those of these months that are closed; they stay open until the transaction ends, closing waits for it. */
async function closedMonths(
  { query, tenantId }: Facts,
  months: readonly string[],
): Promise<ReadonlySet<string>> {
  const wanted = [...new Set(months)].sort();
  await query(
    `insert into periods (tenant_id, month) select $1, m from unnest($2::date[]) m order by m on conflict do nothing`,
    [tenantId, wanted],
  );
  const rows = await query<{ month: string; closed: boolean }>(
    `select month::text, closed_at is not null as closed from periods
      where tenant_id = $1 and month = any($2::date[]) order by month for share`,
    [tenantId, wanted],
  );
  return new Set(rows.flatMap(({ month, closed }) => (closed ? [month] : [])));
}

/** Server-side checks of the header of every document kind. */
export const documentRules: Rules = {
  async check(facts, drafts) {
    const closed = await closedMonths(
      facts,
      drafts.map(({ values }) => monthOf(values.day)),
    );
    return drafts.map(({ values }) => [
      ...(closed.has(monthOf(values.day)) ? [monthClosed] : []),
      ...ticketProblems(values),
    ]);
  },
  async mayRestore(facts, { day }) {
    const month = monthOf(day);
    return (await closedMonths(facts, [month])).has(month) ? monthClosed : null;
  },
  async mayDelete(_facts, { no }) {
    if (no === null) return null;
    return {
      field: 'no',
      key: 'rule.document.numbered',
      message: 'A numbered document can be cancelled, but not deleted',
    };
  },
};

/** Combines these checks with those of a document kind. */
export const documentRulesWith = ({ check, ...own }: Rules): Rules => ({
  ...documentRules,
  ...own,
  async check(facts, drafts) {
    const found = await Promise.all([documentRules.check?.(facts, drafts), check?.(facts, drafts)]);
    return drafts.map((_, n) => found.flatMap((each) => each?.[n] ?? []));
  },
});
