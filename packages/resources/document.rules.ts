import type { Rules } from '@voltloop/resource-kit';

/** What only the server can judge of the header of every document kind. */
export const documentRules: Rules = {
  async mayDelete(_facts, { no }) {
    if (no === null) return null;
    return {
      field: 'no',
      key: 'rule.document.numbered',
      message: 'A document with a number is cancelled, not deleted',
    };
  },
};
