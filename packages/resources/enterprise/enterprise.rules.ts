import type { Problem, Rules } from '@voltloop/resource-kit';
import { earliestExpiry, permitProblems } from '../permits.ts';

/** An enterprise is identified by its credit code or, abroad, by its D-U-N-S number. */
export const enterpriseRules: Rules = {
  derive: ({ values }) => ({ permitExpiry: earliestExpiry(values) }),
  check: async (_facts, drafts) =>
    drafts.map(({ values }): Problem[] => [
      ...(values.creditCode || values.duns
        ? []
        : [
            {
              field: 'creditCode',
              key: 'rule.enterprise.oneCode',
              message: 'Enter a credit code or a D-U-N-S number',
            },
          ]),
      ...permitProblems(values),
    ]),
};
