import { useQueries, useQuery } from '@tanstack/react-query';
import { optionLabel } from '@voltloop/domain/options/index.ts';
import { type Field, fieldOf } from '@voltloop/resource-kit';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../../context/language-of.ts';
import { areaNames } from '../../../ui/widgets/area-names.ts';
import { localized, unitOf } from '../fields.ts';
import { type Loaded, load } from '../loaded.ts';
import { titleById } from '../queries.ts';
import { type FieldFilter, type ListView, withoutFilter } from './list-url.ts';

/** The active filters, each with a button that removes it. */
export function useChips({ resource }: Loaded, view: ListView, show: (view: ListView) => void) {
  const { t, i18n } = useTranslation('backoffice');
  const entries = Object.entries(view.filters).map(([name, filter]) => ({
    name,
    filter,
    field: fieldOf(resource, name) as Field,
  }));
  const referred = entries.flatMap(({ field, filter }) =>
    field.kind === 'reference' ? (filter.choices ?? []).map((id) => ({ to: field.to, id })) : [],
  );
  const titles = useQueries({ queries: referred.map(({ to, id }) => titleById(to, () => load(to), id)) });
  const byId = new Map(referred.map(({ id }, index) => [id, titles[index]?.data]));
  const regions = entries.some(({ filter }) => filter.under);
  const region = useQuery({ ...areaNames, enabled: regions }).data;
  const language = languageOf(i18n.language);

  const value = (field: Field, filter: FieldFilter): string => {
    if (filter.is) return t(`filter.${filter.is}`);
    if (filter.contains) return t('filter.quoted', { text: filter.contains });
    if (filter.under) return region?.(filter.under) || filter.under;
    if (filter.choices) {
      const words = filter.choices.map((each) =>
        field.kind === 'option'
          ? optionLabel(field.list, each, language)
          : (byId.get(each) ?? each.slice(0, 8)),
      );
      return words.length > 3
        ? t('filter.several', { first: words.slice(0, 2).join(t('filter.comma')), count: words.length })
        : words.join(t('filter.comma'));
    }
    const unit = unitOf(field) && ` ${unitOf(field)}`;
    const { from, to } = filter;
    if (from && to) return from === to ? from + unit : `${from} – ${to}${unit}`;
    return from ? t('filter.atLeast', { value: from + unit }) : t('filter.atMost', { value: to + unit });
  };
  return entries.map(({ name, filter, field }) => ({
    id: name,
    text: t('filter.chip', { field: localized(field.label, i18n.language), value: value(field, filter) }),
    onRemove: () => show(withoutFilter(view, name)),
  }));
}
