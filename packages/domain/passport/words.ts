import { optionLabel } from '../options/index.ts';
import type { Attribute, Origin } from './attribute.ts';

type Language = 'en' | 'zh';

/** Texts of the origins of values. */
export const originWords: Readonly<Record<Origin, Record<Language, string>>> = {
  passport: { en: 'Passport', zh: '护照' },
  model: { en: 'Passport model', zh: '护照型号' },
  battery: { en: 'Battery record', zh: '电池档案' },
  category: { en: 'Product category', zh: '产品类别' },
  enterprise: { en: 'Enterprise record', zh: '企业档案' },
  testReport: { en: 'Test report', zh: '检测报告' },
  telemetry: { en: 'Connected device', zh: '联网设备' },
  enteredForModel: { en: 'Entered for the model', zh: '按型号填写' },
  enteredForBattery: { en: 'Entered for the battery', zh: '按电池填写' },
};

/** A value as people read it, with its unit. */
export function shownValue({ code, unit }: Attribute, value: string, language: Language): string {
  if (code === 'category') return optionLabel('euCategory', value, language);
  if (code === 'status') return optionLabel('passportStatus', value, language);
  if (code === 'chemistry') return optionLabel('chemistry', value, language);
  return unit ? `${value} ${unit}` : value;
}

export const shownSource = (
  { origin, source }: { origin: Origin; source: string | null },
  language: Language,
): string => [originWords[origin][language], source].filter(Boolean).join(' ');
