import { capitals } from '@voltloop/domain/money/capitals.ts';
import { type Language, numberText } from './sheet-data.ts';
import { printed } from './words.ts';

/** An amount of money on paper; in Chinese also in capitals. */
export const AmountOnPaper = ({ amount, language }: { amount: string; language: Language }) => (
  <span>
    {printed.amount[language]} {numberText(amount, language, 2)}
    {language === 'zh' && ` ${printed.inCapitals.zh} ${capitals(amount)}`}
  </span>
);
