import { REJECTED } from '@voltloop/domain/battery-test/index.ts';
import { type Problem, problemOf, type Rules, type Values } from '@voltloop/resource-kit';

const bandsOf = (values: Values) => (values.bands ?? []) as readonly { grade: string; fromPct: string }[];
const problem = problemOf('gradingScheme');

function bandProblems(values: Values): Problem[] {
  const grades = new Set<string>([REJECTED]);
  const bounds = new Set<number>();
  return bandsOf(values).flatMap(({ grade, fromPct }, n) => {
    const found: Problem[] = [];
    if (grade === REJECTED)
      found.push(problem(`bands.${n}.grade`, 'rejected', 'X is the grade of rejects; use another name'));
    else if (grades.has(grade))
      found.push(problem(`bands.${n}.grade`, 'gradeTwice', 'This grade is already in the scheme'));
    if (bounds.has(Number(fromPct)))
      found.push(problem(`bands.${n}.fromPct`, 'boundTwice', 'Another grade begins at this value'));
    grades.add(grade);
    bounds.add(Number(fromPct));
    return found;
  });
}

/** A scheme is editable while it is a draft; reports refer to released ones. */
export const gradingSchemeRules: Rules = {
  check: async (_facts, drafts) => drafts.map(({ values }) => bandProblems(values)),
  steps: {
    release: {
      may: async (_facts, rows) =>
        rows.map((row) =>
          bandsOf(row).length === 0 ? problem('bands', 'empty', 'Add at least one grade') : null,
        ),
    },
  },
};
