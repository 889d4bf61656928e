import { capitals } from '@voltloop/domain/money/capitals.ts';
import { formatDecimal } from '../../../ui/text/format.ts';
import type { Language } from './sheet-data.ts';
import { printed } from './words.ts';

/** An amount of money in print; in Chinese also in capital numerals. */
export const AmountOnPaper = ({ amount, language }: { amount: string; language: Language }) => (
  <span>
    {printed.amount[language]} {formatDecimal(amount, 2, language)}
    {language === 'zh' && ` ${printed.inCapitals.zh} ${capitals(amount)}`}
  </span>
);
