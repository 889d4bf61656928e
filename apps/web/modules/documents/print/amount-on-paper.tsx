import { capitals } from '@voltloop/domain/money/capitals.ts';
import { formatDecimal } from '@voltloop/ui/format.ts';
import type { Language } from './sheet-data.ts';
import { printed } from './words.ts';

/** An amount of money on paper; in Chinese also in capitals. */
export const AmountOnPaper = ({ amount, language }: { amount: string; language: Language }) => (
  <span>
    {printed.amount[language]} {formatDecimal(amount, 2, language)}
    {language === 'zh' && ` ${printed.inCapitals.zh} ${capitals(amount)}`}
  </span>
);
