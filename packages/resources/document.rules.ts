import { exact, type Problem, type Rules, type Values } from '@voltloop/resource-kit';

/** Gross and tare of a weigh ticket: a vehicle is heavier with its goods than without. */
function ticketProblems({ grossKg, tareKg }: Values): Problem[] {
  const [gross, tare] = [exact(grossKg), exact(tareKg)];
  if (!gross || !tare || gross.gte(tare)) return [];
  const key = 'rule.document.grossBelowTare';
  return [{ field: 'grossKg', key, message: 'The gross mass is less than the tare' }];
}

/** What only the server can judge of the header of every document kind. */
export const documentRules: Rules = {
  check: async (_facts, drafts) => drafts.map(({ values }) => ticketProblems(values)),
  async mayDelete(_facts, { no }) {
    if (no === null) return null;
    return {
      field: 'no',
      key: 'rule.document.numbered',
      message: 'A document with a number is cancelled, not deleted',
    };
  },
};

/** Rules of a document kind that has some of its own: its headers are judged by both. */
export const documentRulesWith = ({ check, ...own }: Rules): Rules => ({
  ...documentRules,
  ...own,
  async check(facts, drafts) {
    const found = await Promise.all([documentRules.check?.(facts, drafts), check?.(facts, drafts)]);
    return drafts.map((_, n) => found.flatMap((each) => each?.[n] ?? []));
  },
});
