import type { Draft, Facts, Problem, StoredRow } from '@voltloop/resource-kit';
import { usedAsOriginal } from './originals.ts';
import { closedStates, distinct, wrong } from './words.ts';

/** Codes that stay with their battery: what was scrapped, sold or built into a product can be traced for ever. */

const scrapped = (field: string) =>
  wrong(field, 'codeScrapped', 'The battery with this code has been scrapped');

/** Codes that belong to batteries which are scrapped or recycled, or were at their end or sold when they were deleted. */
async function codesOfEnded({ query, tenantId }: Facts, codes: readonly string[]): Promise<Set<string>> {
  if (codes.length === 0) return new Set();
  const rows = await query<{ code: string }>(
    `select battery_code as code from batteries
       where tenant_id = $1 and battery_code = any($2::text[]) and deleted_at is null and state in ('scrapped', 'recycled')
     union all
     select battery_code from batteries
       where tenant_id = $1 and battery_code = any($2::text[]) and deleted_at is not null
         and state in ('scrapped', 'recycled', 'sold')`,
    [tenantId, codes],
  );
  return new Set(rows.map(({ code }) => code));
}

const isNewCode = ({ values, before }: Draft) => before?.batteryCode !== values.batteryCode;

/** What is wrong with codes that are registered or changed. */
export async function codeProblems(facts: Facts, drafts: readonly Draft[]): Promise<Problem[][]> {
  const changed = drafts.filter(isNewCode);
  const ended = await codesOfEnded(facts, distinct(changed.map(({ values }) => values.batteryCode)));
  const used = await usedAsOriginal(facts, distinct(changed.map(({ before }) => before?.batteryCode)));
  return drafts.map((draft) => {
    const { values, before } = draft;
    if (!isNewCode(draft)) return [];
    if (before && closedStates.has(String(before.state))) return [scrapped('batteryCode')];
    const by = used.get(String(before?.batteryCode))?.[0];
    if (by)
      return [
        wrong(
          'batteryCode',
          `codeUsed?code=${by.by}`,
          `Product ${by.by} was made of the battery with this code`,
        ),
      ];
    return ended.has(String(values.batteryCode)) ? [scrapped('batteryCode')] : [];
  });
}

/** Why a battery may not be deleted, or null. */
export async function mayDelete(facts: Facts, row: StoredRow): Promise<Problem | null> {
  if (closedStates.has(String(row.state)) || row.state === 'sold')
    return wrong(
      'state',
      'deleteEnded',
      'A battery that was sold, scrapped or recycled cannot be deleted (traceability)',
    );
  const [moved] = await facts.query('select 1 from moves where tenant_id = $1 and item_id = $2 limit 1', [
    facts.tenantId,
    row.id,
  ]);
  if (moved)
    return wrong(
      'state',
      'deleteMoved',
      'A battery that documents have moved cannot be deleted (traceability)',
    );
  const code = String(row.batteryCode);
  const by = (await usedAsOriginal(facts, [code])).get(code)?.[0];
  return by
    ? wrong('batteryCode', `deleteUsed?code=${by.by}`, `Product ${by.by} was made of this battery`)
    : null;
}
