import { isDeepStrictEqual } from 'node:util';
import type { Draft, Facts, Problem, Values } from '@voltloop/resource-kit';
import { usedAsOriginal } from './originals.ts';
import { closedStates, distinct, wrong } from './words.ts';

/** Checks the originals of an echelon product: each exists, is not scrapped, and is used in one product only. */

interface Line {
  code?: string;
}
const linesOf = (values: Values) => (values.originalCodes ?? []) as readonly Line[];
const isEchelon = ({ isCascade }: Values) => isCascade === 1;

/** Whether the lineage has changed; rows from before these rules stay editable in their other fields. */
const isNew = ({ values, before }: Draft) =>
  !before ||
  before.isCascade !== values.isCascade ||
  before.chemistry !== values.chemistry ||
  !isDeepStrictEqual(sorted(linesOf(before)), sorted(linesOf(values)));
/** PostgreSQL returns the keys of stored JSON in its own order. */
const sorted = (lines: readonly Line[]) => lines.map((line) => Object.entries(line).sort());

interface Original {
  code: string;
  chemistry: string | null;
  state: string;
}

/** Original batteries by code, locked against other productions until the transaction ends. */
async function originalsOf(
  { query, tenantId }: Facts,
  codes: readonly string[],
): Promise<Map<string, Original>> {
  if (codes.length === 0) return new Map();
  const rows = await query<Original>(
    `select battery_code as code, chemistry, state from batteries
       where tenant_id = $1 and battery_code = any($2::text[]) and deleted_at is null
       order by id for no key update`,
    [tenantId, codes],
  );
  return new Map(rows.map((row) => [row.code, row]));
}

/** Codes used by earlier drafts of the same operation, with the code of their product. */
const claimed = new WeakMap<Facts, Map<string, string>>();

export async function lineageProblems(facts: Facts, drafts: readonly Draft[]): Promise<Problem[][]> {
  const toCheck = new Set(drafts.filter((draft) => isEchelon(draft.values) && isNew(draft)));
  const codes = distinct([...toCheck].flatMap(({ values }) => linesOf(values).map(({ code }) => code)));
  const originals = await originalsOf(facts, codes);
  const used = await usedAsOriginal(facts, codes);
  const claims = claimed.get(facts) ?? new Map<string, string>();
  claimed.set(facts, claims);

  const lineProblem = ({ values, before }: Draft, code: string): [key: string, message: string] | null => {
    const original = originals.get(code);
    if (!original) return ['originalUnknown', 'There is no battery with this code'];
    if (closedStates.has(original.state)) return ['originalScrapped', 'This battery has been scrapped'];
    if (original.chemistry !== null && original.chemistry !== values.chemistry)
      return ['originalChemistry', 'This battery has another chemistry than the product'];
    const by = used.get(code)?.find(({ id }) => id !== before?.id)?.by ?? claims.get(code);
    return by ? [`originalUsed?code=${by}`, `This battery went into product ${by}`] : null;
  };

  return drafts.map((draft) => {
    if (!toCheck.has(draft)) return [];
    const lines = linesOf(draft.values);
    if (lines.length === 0)
      return [
        wrong(
          'originalCodes',
          'originalsMissing',
          'An echelon product needs its original codes, or the source of parts without a code',
        ),
      ];
    const problems = lines.flatMap(({ code }, i) => {
      const found = code ? lineProblem(draft, code) : null;
      return found ? [wrong(`originalCodes.${i}.code`, ...found)] : [];
    });
    for (const { code } of lines) if (code) claims.set(code, String(draft.values.batteryCode));
    return problems;
  });
}
