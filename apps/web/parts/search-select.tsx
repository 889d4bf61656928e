import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useField } from '@voltloop/ui/form/fields.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

export interface Choice {
  value: string;
  label: string;
}

interface SearchSelectProps {
  name: string;
  label: string;
  description?: string;
  /** The initial choice, as the server may not offer it among the first. */
  first: Choice | null;
  /** The choices for what is typed. */
  choices: (search: string) => UseQueryOptions<Choice[]>;
  required?: boolean;
  clearable?: boolean;
}

/** A field of the form that picks one of many: the server looks for what is typed. */
export function SearchSelect({ name, first, choices, ...rest }: SearchSelectProps) {
  const { t } = useTranslation('list');
  const { field, error } = useField(name);
  const [picked, setPicked] = useState(first);
  const [text, setText] = useState(first?.label ?? '');
  // The words of what is picked are no search.
  const [search] = useDebouncedValue(text === picked?.label ? '' : text.trim(), 200);
  const found = useQuery({ ...choices(search), placeholderData: (before) => before });
  const offered = found.data ?? [];
  const known = picked && !offered.some(({ value }) => value === picked.value) ? [picked] : [];
  return (
    <Select
      {...rest}
      {...field}
      searchable
      allowDeselect={false}
      data={[...known, ...offered]}
      // The server has filtered already.
      filter={({ options }) => options}
      nothingFoundMessage={t(found.isPending ? 'searchSelect.looking' : 'searchSelect.none')}
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
