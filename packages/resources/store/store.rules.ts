import { exact, type Problem, type Rules, type Values } from '@voltloop/resource-kit';
import { weighDefaults } from '../weigh-limits.ts';

interface Place {
  code: string;
}

/** Locations with the code of an earlier one of the same store. */
function duplicatePlaces(values: Values): Problem[] {
  const seen = new Set<string>();
  return ((values.locations ?? []) as readonly Place[]).flatMap(({ code }, i) => {
    const isDuplicate = seen.has(code);
    seen.add(code);
    return isDuplicate
      ? [
          {
            field: `locations.${i}.code`,
            key: 'rule.store.placeTwice',
            message: 'Another place of this store has this code',
          },
        ]
      : [];
  });
}

/** Limits of weigh tickets that would refuse before they warn. */
function limitProblems(values: Values): Problem[] {
  const kinds = [
    ['weighCodedWarnPct', 'weighCodedRefusePct', weighDefaults.coded],
    ['weighMassWarnPct', 'weighMassRefusePct', weighDefaults.byMass],
  ] as const;
  return kinds.flatMap(([warn, refuse, usual]) =>
    (exact(values[refuse])?.toNumber() ?? usual.refuse) >= (exact(values[warn])?.toNumber() ?? usual.warn)
      ? []
      : [
          {
            field: values[refuse] == null ? warn : refuse,
            key: 'rule.store.refusesBeforeWarning',
            message: 'The limit of refusal must be above the limit of warning',
          },
        ],
  );
}

export const storeRules: Rules = {
  check: async (_facts, drafts) =>
    drafts.map(({ values }) => [...duplicatePlaces(values), ...limitProblems(values)]),
};
