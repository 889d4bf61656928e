import {
  type Draft,
  decimalOf,
  type Facts,
  type Problem,
  problemOf,
  type Rules,
  type Values,
} from '@voltloop/resource-kit';

interface Content {
  element: string;
  pct: string;
}

export const assayRules: Rules = {
  async check(facts, drafts) {
    const known = await lotsOf(facts, drafts);
    return drafts.map(({ values }) => [
      ...(known.has(String(values.lotNo)) ? [] : [problem('lotNo', 'lotUnknown', 'No lot has this number')]),
      ...contentProblems(values),
    ]);
  },
};

async function lotsOf({ tenantId, query }: Facts, drafts: readonly Draft[]): Promise<Set<string>> {
  const rows = await query<{ no: string }>(
    'select lot_no as no from lots where tenant_id = $1 and lot_no = any($2::text[])',
    [tenantId, drafts.map(({ values }) => String(values.lotNo))],
  );
  return new Set(rows.map(({ no }) => no));
}

/** Each element at most once, and a sum of at most 100 %. */
function contentProblems({ elements }: Values): Problem[] {
  const contents = (elements ?? []) as readonly Content[];
  const problems = contents.flatMap(({ element }, n) =>
    contents.findIndex((each) => each.element === element) < n
      ? [problem(`elements.${n}.element`, 'twice', 'This element is in the list already')]
      : [],
  );
  const sum = contents.reduce((all, { pct }) => all.plus(pct), decimalOf(0));
  if (sum.gt(100))
    problems.push(problem('elements', `above?sum=${sum.toFixed()}`, `Together these are ${sum.toFixed()} %`));
  return problems;
}

const problem = problemOf('assay');
