import { explain, normalise } from '@voltloop/domain/battery-code/index.ts';

const echelon = { en: 'Echelon product', zh: '梯次产品' };

/** The decoded battery code in one line: echelon product, kind, chemistry, day, maker. Null for an invalid code. */
export function codeInWords(text: string, language: 'en' | 'zh'): string | null {
  const explanation = explain(normalise(text));
  if (!explanation) return null;
  const meaning = (part: string) => explanation.parts.find((each) => each.part === part)?.meaning?.[language];
  return [
    explanation.form === 'echelon' ? echelon[language] : null,
    meaning('product'),
    meaning('chemistry'),
    explanation.productionDate,
    explanation.maker?.[language],
  ]
    .filter(Boolean)
    .join(' · ');
}
