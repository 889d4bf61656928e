import { Select } from '@mantine/core';
import { keepPreviousData, type UseQueryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchedOptions } from '../widgets/use-searched-options.ts';
import { useField } from './fields.tsx';

export interface Choice {
  value: string;
  label: string;
}

interface SearchSelectProps {
  name: string;
  label: string;
  description?: string;
  /** The initial choice, which the server may not return among the first matches. */
  first: Choice | null;
  /** The query for the choices that match a text. */
  choices: (search: string) => UseQueryOptions<Choice[]>;
  required?: boolean;
  clearable?: boolean;
}

/** A field of a form with a server-side search for one of many. */
export function SearchSelect({ name, first, choices, ...rest }: SearchSelectProps) {
  const { t } = useTranslation('list');
  const { field, error } = useField(name);
  const [picked, setPicked] = useState(first);
  const [text, setText] = useState(first?.label ?? '');
  // The label of the current choice is not a search.
  const { found, stale, filter } = useSearchedOptions(text === picked?.label ? '' : text, (search) => ({
    ...choices(search),
    placeholderData: keepPreviousData,
  }));
  const offered = found.data ?? [];
  const unlisted = picked && !offered.some(({ value }) => value === picked.value) ? [picked] : [];
  return (
    <Select
      {...rest}
      {...field}
      searchable
      allowDeselect={false}
      data={[...unlisted, ...offered]}
      filter={filter}
      nothingFoundMessage={t(found.isPending || stale ? 'searchSelect.looking' : 'searchSelect.none')}
      value={field.value || null}
      searchValue={text}
      onSearchChange={setText}
      onChange={(value, option) => {
        setPicked(value === null ? null : { value, label: option?.label ?? value });
        field.onChange(value ?? '');
      }}
      error={error}
    />
  );
}
