import type { LifeEvent, LifeNode } from '@voltloop/contract/calls/traceability.ts';
import { type OptionListName, optionLabel, optionLists } from '@voltloop/domain/options/index.ts';
import { names, type ResourceName } from '@voltloop/resources/names.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../context/language-of.ts';
import { useFormat } from '../../ui/index.ts';
import { localized } from '../resources/index.ts';

/** Texts of records, events and nodes in the language of the console. */
export function useLifeWords() {
  const { t } = useTranslation('traceability');
  const { language } = useFormat();
  return useMemo(() => {
    const of = languageOf(language);
    const kind = (name: string): string => {
      if (name === 'lot') return t('kind.lot');
      if (name === 'report') return t('kind.report');
      const words = (names as Readonly<Record<string, ResourceName>>)[name]?.one;
      return words ? localized(words, language) : name;
    };
    const preset = (name: string, value: string | null): string => {
      const list = name === 'recyclingRun' ? 'recyclingStep' : `${name}Kind`;
      if (!value || !Object.hasOwn(optionLists, list)) return kind(name);
      const words = optionLabel(list as OptionListName, value, of);
      // The preset of a production or run is too short on its own.
      return list.startsWith(name) && name !== 'production' ? words : `${kind(name)} · ${words}`;
    };
    return {
      kind,
      preset,
      event: ({ what, record, hidden }: Pick<LifeEvent, 'what' | 'record' | 'hidden'>): string => {
        if (what !== 'document') return t(`event.${what}`);
        return record ? preset(record.kind, record.preset) : t(hidden ? 'event.hidden' : 'event.document');
      },
      state: (name: LifeNode['kind'] | string, value: string | null): string => {
        if (!value) return '';
        if (name === 'battery') return optionLabel('batteryState', value, of);
        if (name === 'lot') return optionLabel('lotMaterial', value, of);
        if (name === 'run') return optionLabel('recyclingStep', value, of);
        if (name === 'vehicle') return optionLabel('vehicleStatus', value, of);
        if (name === 'source' || name === 'receiver') return '';
        return optionLabel('documentStatus', value, of);
      },
      condition: (value: string | null) => (value ? optionLabel('stockCondition', value, of) : ''),
      chemistry: (value: string | null) => optionLabel('chemistry', value, of),
      productType: (value: number | null) => optionLabel('productType', value, of),
      material: (value: string | null) => optionLabel('lotMaterial', value, of),
      reported: (value: number) => optionLabel('reportedState', value, of),
      reportType: (value: number) => optionLabel('reportedType', value, of),
    };
  }, [t, language]);
}
export type LifeWords = ReturnType<typeof useLifeWords>;
