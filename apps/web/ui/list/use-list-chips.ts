import type { List, ListFilter, Span } from '@voltloop/contract/lists/define-list.ts';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../context/language-of.ts';
import { listed, useFormat } from '../text/format.ts';
import type { FilterChipsProps } from './filter-chips.tsx';
import type { FilterExtras } from './filter-inputs.tsx';
import { type AnyView, filtersInUse } from './list-view.ts';
import type { ListPlace } from './use-list-place.ts';

/**
 * The filters in use as removable chips.
 * @param texts Those of filters whose value is an id, by filter
 */
export function useListChips<L extends List>(
  list: L,
  { view, first, show }: ListPlace<L>,
  options: FilterExtras['options'],
  texts: Readonly<Record<string, string | undefined>> = {},
): FilterChipsProps {
  const { t } = useTranslation(['list', 'common']);
  const format = useFormat();
  const language = languageOf(format.language);
  const change = (next: AnyView) => show(next as Partial<typeof view>);

  const dayOf = (text: string) => (text ? format.date(Date.parse(text), 'date', 'UTC') : '…');
  const wordOf = (id: string, filter: ListFilter, value: unknown): string => {
    if (filter.kind === 'day') return dayOf(String(value));
    if (filter.kind === 'choice' || filter.kind === 'several')
      return filter.values[String(value)]?.[language] ?? String(value);
    if (filter.kind !== 'one' || !options || !(id in options)) return String(value);
    // Loading options name the value soon.
    const known = options[id];
    return known ? (known.find((each) => each.value === String(value))?.label ?? String(value)) : '…';
  };
  const spanWords = ({ values }: ListFilter & { kind: 'span' }, { of, from, to }: Span) =>
    of === 'days' ? `${dayOf(from)} – ${dayOf(to)}` : (values[of ?? '']?.[language] ?? '');
  const chip = (id: string, filter: ListFilter, word: string, key: string, left: unknown) => ({
    id: key,
    text:
      texts[id] ??
      (filter.kind === 'flag'
        ? filter.label[language]
        : filter.chip === 'value'
          ? word
          : t('pair', { ns: 'common', name: filter.label[language], value: word })),
    onRemove: () => change({ [id]: left }),
  });

  const shown = filtersInUse(list, view, first).filter((id) => list.filters[id]?.chip !== false);
  const chips = shown.flatMap((id) => {
    const filter = list.filters[id];
    if (!filter) return [];
    const value = (view as AnyView)[id];
    const begun = (first as AnyView)[id];
    if (filter.kind === 'span') return [chip(id, filter, spanWords(filter, value as Span), id, begun)];
    if (filter.kind === 'several')
      return [
        chip(
          id,
          filter,
          listed(
            (value as string[]).map((each) => wordOf(id, filter, each)),
            language,
          ),
          id,
          begun,
        ),
      ];
    if (filter.kind === 'texts') {
      const all = value as readonly string[];
      return all.map((each) =>
        chip(
          id,
          filter,
          each,
          `${id} ${each}`,
          all.filter((other) => other !== each),
        ),
      );
    }
    return [chip(id, filter, wordOf(id, filter, value), id, begun)];
  });
  const asChip = list.search?.chip;
  if (asChip && view.search)
    chips.unshift({
      id: 'search',
      text: asChip[language].replace('{{text}}', () => view.search),
      onRemove: () => change({ search: '' }),
    });
  return {
    filters: chips,
    onClear: () =>
      change({
        ...Object.fromEntries(shown.map((id) => [id, (first as AnyView)[id]])),
        ...(asChip && { search: '' }),
      }),
  };
}
