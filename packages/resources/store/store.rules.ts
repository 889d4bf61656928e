import type { Problem, Rules, Values } from '@voltloop/resource-kit';

interface Place {
  code: string;
}

/** Places that have the code of an earlier one of the same store. */
function doublePlaces(values: Values): Problem[] {
  const seen = new Set<string>();
  return ((values.locations ?? []) as readonly Place[]).flatMap(({ code }, i) => {
    const double = seen.has(code);
    seen.add(code);
    return double
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

export const storeRules: Rules = {
  check: async (_facts, drafts) => drafts.map(({ values }) => doublePlaces(values)),
};
