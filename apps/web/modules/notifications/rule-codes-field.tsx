import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../context/language-of.ts';
import { useField } from '../../ui/form/fields.tsx';
import { useFormat } from '../../ui/index.ts';
import { eventCodeList } from './queries.ts';

const levels = [3, 2, 1] as const;

/** Picks codes of events by name or code, most severe first. Empty means all. */
export function RuleCodesField({ leastLevel }: { leastLevel: number }) {
  const { t } = useTranslation('notifications');
  const { language } = useFormat();
  const { field, error } = useField('codes');
  const list = useQuery(eventCodeList).data;
  const chosen = field.value as readonly string[];
  const data = useMemo(() => {
    const of = languageOf(language);
    const known = new Set(list?.map(({ code }) => code));
    const words = (name: { en: string; zh: string }, code: string) => {
      const label = name[of];
      return label === code ? code : `${label} · ${code}`;
    };
    const groups = levels
      .map((level) => ({
        group: t(`codes.level.${level}`),
        items: (list ?? [])
          .filter((each) => each.level === level && (level >= leastLevel || chosen.includes(each.code)))
          .map(({ code, name }) => ({ value: code, label: words(name, code) })),
      }))
      .filter(({ items }) => items.length > 0);
    // A chosen code that is no longer in the list stays, and can be removed.
    const others = chosen.filter((code) => !known.has(code)).map((code) => ({ value: code, label: code }));
    return others.length === 0 ? groups : [...groups, { group: t('codes.other'), items: others }];
  }, [list, language, t, leastLevel, chosen]);
  return (
    <MultiSelect
      {...field}
      value={[...chosen]}
      label={t('rule.codes')}
      description={t('rule.codesHint')}
      placeholder={chosen.length === 0 ? t('rule.codesAll') : ''}
      data={data}
      searchable
      clearable
      hidePickedOptions
      maxValues={50}
      maxDropdownHeight={280}
      nothingFoundMessage={t('codes.none')}
      error={error}
    />
  );
}
