import type { Draft, Facts, Problem, StoredRow } from '@voltloop/resource-kit';
import { usedAsOriginal } from './originals.ts';
import { closedStates, distinct, wrong } from './words.ts';

/** Codes that must stay with their battery: scrapped, sold and built-in batteries remain traceable for ever. */

const scrapped = (field: string) =>
  wrong(
    field,
    'codeScrapped',
    'The battery with this code was scrapped; its code cannot be changed or registered again',
  );

/** Codes of batteries that are scrapped or recycled, or were scrapped, recycled or sold when they were deleted. */
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

/** Problems with new or changed codes, by draft. */
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

/** The reason why a battery may not be deleted, or null. */
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
