import { refusedUse, standardRequired } from '@voltloop/domain/dated-rules/echelon.ts';
import { cascadeTypesOf, type OptionValue } from '@voltloop/domain/options/index.ts';
import {
  type Draft,
  type Facts,
  type Problem,
  problemOf,
  type Rules,
  type Values,
} from '@voltloop/resource-kit';
import { documentRulesWith } from '../document.rules.ts';

type ProductType = OptionValue<'productType'>;
/** The preset of a production, by its product. */
const presetOf: Readonly<Record<ProductType, string>> = { 1: 'pack', 2: 'module', 3: 'cell' };

export const productionRules: Rules = documentRulesWith({
  derive: ({ values }) => ({ preset: presetOf[values.productType as ProductType] ?? null }),
  async check(facts, drafts) {
    const boms = await bomsOf(facts, drafts);
    return drafts.map(({ values }) => [...bomProblems(values, boms), ...useProblems(values)]);
  },
});

interface Bom {
  id: string;
  status: number;
}

async function bomsOf({ tenantId, query }: Facts, drafts: readonly Draft[]): Promise<Bom[]> {
  const ids = drafts.flatMap(({ values }) => (values.bomId ? [values.bomId] : []));
  return ids.length === 0
    ? []
    : query<Bom>('select id, status from boms where tenant_id = $1 and id = any($2::uuid[])', [
        tenantId,
        ids,
      ]);
}

/** Draft lists of parts may still change, and void ones no longer apply. */
function bomProblems({ bomId }: Values, boms: readonly Bom[]): Problem[] {
  const bom = boms.find(({ id }) => id === bomId);
  return bom && bom.status !== 2
    ? [problem('bomId', 'bomNotReleased', 'This list of parts is not in force: release it first')]
    : [];
}

/** The preset that is required on the day of the production. */
function useProblems(values: Values): Problem[] {
  const problems: Problem[] = [];
  const { cascadeType, echelonUseType, forbiddenUse, targetStandard } = values;
  const choices: readonly unknown[] = cascadeTypesOf(values.productType as ProductType);
  if (!choices.includes(cascadeType))
    problems.push(
      problem('cascadeType', 'cascadeType', 'This kind of product cannot be reused in this form'),
    );
  const day = String(values.day);
  const refused = refusedUse(
    (echelonUseType ?? null) as string | null,
    (forbiddenUse ?? null) as number | null,
    day,
  );
  if (refused) {
    const key = refused.why === 'forbidden' ? 'forbidden' : 'unanswered';
    const words = {
      forbidden: 'Waste traction batteries must not go into this use',
      unanswered: 'Say whether it goes into a forbidden use',
    }[key];
    problems.push(
      problem(
        'forbiddenUse',
        `${key}?${new URLSearchParams(refused.clause)}`,
        `${words} (${refused.clause.en})`,
      ),
    );
  }
  const standard = standardRequired(day);
  if (standard && !targetStandard)
    problems.push(
      problem(
        'targetStandard',
        `standard?${new URLSearchParams(standard)}`,
        `Name the standard of the product (${standard.en})`,
      ),
    );
  return problems;
}

const problem = problemOf('production');
