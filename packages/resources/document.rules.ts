import { exact, type Problem, type Rules, type Values } from '@voltloop/resource-kit';

/** Gross and tare of a weigh ticket: gross must exceed tare. */
function ticketProblems({ grossKg, tareKg }: Values): Problem[] {
  const [gross, tare] = [exact(grossKg), exact(tareKg)];
  if (!gross || !tare || gross.gte(tare)) return [];
  const key = 'rule.document.grossBelowTare';
  return [{ field: 'grossKg', key, message: 'The gross mass is less than the tare' }];
}

/** Server-side checks of the header of every document kind. */
export const documentRules: Rules = {
  check: async (_facts, drafts) => drafts.map(({ values }) => ticketProblems(values)),
  async mayDelete(_facts, { no }) {
    if (no === null) return null;
    return {
      field: 'no',
      key: 'rule.document.numbered',
      message: 'A numbered document can be cancelled, but not deleted',
    };
  },
};

/** Combines these checks with those of a document kind. */
export const documentRulesWith = ({ check, ...own }: Rules): Rules => ({
  ...documentRules,
  ...own,
  async check(facts, drafts) {
    const found = await Promise.all([documentRules.check?.(facts, drafts), check?.(facts, drafts)]);
    return drafts.map((_, n) => found.flatMap((each) => each?.[n] ?? []));
  },
});
