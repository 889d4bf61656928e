import type { Problem, Rules, Values } from '@voltloop/resource-kit';

/** A certificate for dangerous goods needs both its number and its last day. */
function certificate(values: Values): Problem[] {
  const has = (field: string) => values[field] != null && values[field] !== '';
  if (has('dangerousGoodsCertNo') === has('dangerousGoodsCertValidTo')) return [];
  const field = has('dangerousGoodsCertNo') ? 'dangerousGoodsCertValidTo' : 'dangerousGoodsCertNo';
  return [{ field, key: 'rule.driver.certificate', message: 'Number and end of validity go together' }];
}

export const driverRules: Rules = {
  check: async (_facts, drafts) => drafts.map(({ values }) => certificate(values)),
};
