import { optionLabel } from '@voltloop/domain/options/index.ts';
import { languageOf } from '../../context/language-of.ts';
import { StatusBadge, type Tone, useFormat } from '../../ui/index.ts';

const tones: Readonly<Record<string, Tone>> = {
  available: 'ok',
  hold: 'warning',
  test: 'info',
  scrapped: 'danger',
};

/** The condition of goods. */
export function ConditionBadge({ condition }: { condition: string }) {
  const { language } = useFormat();
  return (
    <StatusBadge tone={tones[condition] ?? 'neutral'} variant="plain">
      {optionLabel('stockCondition', condition, languageOf(language))}
    </StatusBadge>
  );
}
