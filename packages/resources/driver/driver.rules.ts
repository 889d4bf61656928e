import type { Problem, Rules, Values } from '@voltloop/resource-kit';

/** A certificate for dangerous goods is its number and the day until which it holds: one alone says nothing. */
function certificate(values: Values): Problem[] {
  const has = (field: string) => values[field] != null && values[field] !== '';
  if (has('dangerousGoodsCertNo') === has('dangerousGoodsCertValidTo')) return [];
  const field = has('dangerousGoodsCertNo') ? 'dangerousGoodsCertValidTo' : 'dangerousGoodsCertNo';
  return [{ field, key: 'rule.driver.certificate', message: 'Number and end of validity go together' }];
}

export const driverRules: Rules = {
  check: async (_facts, drafts) => drafts.map(({ values }) => certificate(values)),
};
