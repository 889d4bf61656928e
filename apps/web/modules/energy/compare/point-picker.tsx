import { MultiSelect } from '@mantine/core';
import { groupLabels } from '@voltloop/protocol/he-bat/groups.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Dictionary, historyGroups } from '../../telemetry/index.ts';

interface PointPickerProps {
  dictionary: Dictionary;
  value: readonly string[];
  onChange: (keys: string[]) => void;
  label: string;
  description?: string;
  placeholder?: string;
  /** Maximum of chosen points. */
  most?: number;
  /** Includes points of single cells. */
  cells?: boolean;
  /** Only points of the whole system. */
  system?: boolean;
  error?: string | undefined;
  required?: boolean;
}

/** Chooses points of the dictionary by group; the search matches names and keys. */
export function PointPicker(props: PointPickerProps) {
  const {
    dictionary,
    value,
    onChange,
    label,
    description,
    placeholder,
    most,
    cells = false,
    system = false,
  } = props;
  const { t } = useTranslation('compare');
  const data = useMemo(() => {
    const part = new Map(dictionary.points.map((point) => [point.key, point.part]));
    return historyGroups(dictionary.points).map(({ prefix, group, keys }) => ({
      group: [...new Set([t(`prefix.${prefix}`), dictionary.groupLabel(groupLabels[group], group)])].join(
        ' · ',
      ),
      items: keys
        .filter((key) => (system ? part.get(key) === 'system' : cells || part.get(key) !== 'cell'))
        .map((key) => {
          const unit = dictionary.unit(key);
          return { value: key, label: `${dictionary.label(key)}${unit ? ` (${unit})` : ''} · ${key}` };
        }),
    }));
  }, [dictionary, cells, system, t]);
  return (
    <MultiSelect
      label={label}
      {...(description ? { description } : {})}
      placeholder={value.length === 0 ? (placeholder ?? t('pointsSearch')) : ''}
      searchable
      clearable
      hidePickedOptions
      {...(most ? { maxValues: most } : {})}
      limit={200}
      maxDropdownHeight={320}
      nothingFoundMessage={t('noPoint')}
      value={[...value]}
      onChange={onChange}
      data={dictionary.ready ? data.filter(({ items }) => items.length > 0) : []}
      comboboxProps={{ shadow: 'md' }}
      error={props.error}
      required={props.required ?? false}
    />
  );
}
