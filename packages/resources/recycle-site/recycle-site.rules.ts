import type { Rules } from '@voltloop/resource-kit';
import { earliestExpiry, permitProblems } from '../permits.ts';

export const recycleSiteRules: Rules = {
  derive: ({ values }) => ({ permitExpiry: earliestExpiry(values) }),
  check: async (_facts, drafts) => drafts.map(({ values }) => permitProblems(values)),
};
