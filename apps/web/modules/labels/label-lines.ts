import type { CodedBattery } from '@voltloop/contract';
import { explain } from '@voltloop/domain/battery-code/index.ts';
import { labelMark } from '@voltloop/domain/dated-rules/echelon.ts';
import { type OptionLanguage, optionLabel } from '@voltloop/domain/options/index.ts';
import type { Symbology, TextLine } from './geometry.ts';

/** Optional lines of a label besides its code. */
export const facts = ['product', 'maker', 'chemistry', 'date', 'capacity', 'grade'] as const;
export type Fact = (typeof facts)[number];

/** The content of a label: the code, and the data of its battery. */
export type Labelled = Pick<CodedBattery, 'batteryCode'> & Partial<Omit<CodedBattery, 'id' | 'batteryCode'>>;

/** The code in readable groups; in two lines beside a matrix, where there is little width. */
function codeLines(code: string, symbology: Symbology): TextLine[] {
  const parts = explain(code)?.parts.map(({ text }) => text);
  const line = (text: string): TextLine => ({ text, mono: true });
  if (!parts) return [line(code)];
  if (symbology === 'code128') return [line(parts.join(' '))];
  const half = code.length === 24 ? 5 : 4;
  return [line(parts.slice(0, half).join(' ')), line(parts.slice(half).join(' '))];
}

/** The lines of a label: the code, then the selected facts, from the battery's record or else decoded from the code. */
export function labelLines(
  battery: Labelled,
  symbology: Symbology,
  selected: readonly Fact[],
  language: OptionLanguage,
): TextLine[] {
  const decoded = explain(battery.batteryCode);
  const productType = battery.productType ?? decoded?.productType;
  const chemistry = battery.chemistry ?? decoded?.chemistry;
  const product = optionLabel('productType', productType, language);
  const capacity = [
    battery.ratedCapacityAh && `${battery.ratedCapacityAh} Ah`,
    battery.ratedVoltageV && `${battery.ratedVoltageV} V`,
    battery.ratedEnergyKwh && `${battery.ratedEnergyKwh} kWh`,
  ];
  const date = battery.productionDate ?? decoded?.productionDate ?? '';
  const text: Record<Fact, string> = {
    // The rules require echelon products to be marked as such, with the name of their maker.
    product: decoded?.form === 'echelon' ? echelon(product, labelMark(date), language) : product,
    maker: battery.producer ?? decoded?.maker?.[language] ?? '',
    chemistry: optionLabel('chemistry', chemistry, language),
    date,
    capacity: capacity.filter(Boolean).join('  '),
    grade: gradeOf(battery, language),
  };
  const shown = facts.filter((fact) => selected.includes(fact) && text[fact] !== '');
  const line = (each: string): TextLine => ({ text: each, mono: false });
  // Bars leave a low, wide strip: two facts per line.
  const pairs = symbology === 'code128' ? 2 : 1;
  const rows = Array.from({ length: Math.ceil(shown.length / pairs) }, (_, i) =>
    shown.slice(i * pairs, (i + 1) * pairs),
  );
  return [
    ...codeLines(battery.batteryCode, symbology),
    ...rows.map((row) => line(row.map((fact) => text[fact]).join('  '))),
  ];
}

/** Grade and health by the latest signed test report. */
const gradeOf = ({ grade, sohPct }: Labelled, language: OptionLanguage) =>
  grade
    ? [`${language === 'zh' ? '等级' : 'Grade'} ${grade}`, sohPct && `SOH ${sohPct} %`]
        .filter(Boolean)
        .join('  ')
    : '';

const echelon = (product: string, mark: string | null, language: OptionLanguage) =>
  [mark && (language === 'zh' ? mark : 'Echelon use'), product].filter(Boolean).join(' · ');
