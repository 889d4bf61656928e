import { Button, Group, MultiSelect, Select, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { normalizeDecimal } from '@voltloop/domain/checks/read-decimal.ts';
import { optionsOf } from '@voltloop/domain/options/index.ts';
import { type Field, fieldOf } from '@voltloop/resource-kit';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../../context/language-of.ts';
import { DayInput } from '../../../ui/form/day-input.tsx';
import { ExactInput } from '../../../ui/form/exact-input.tsx';
import { filterKindOf, localized, unitOf } from '../fields.ts';
import type { Loaded } from '../loaded.ts';
import { ReferencesSelect } from '../reference-select.tsx';
import { RegionSelect } from '../region-select.tsx';
import { useRights } from '../use-rights.ts';
import styles from './filter-form.module.css';
import { type FieldFilter, filterNames, isEdge, type ListView } from './list-url.ts';

export interface FilterFormProps {
  loaded: Loaded;
  view: ListView;
  onApply: (filters: ListView['filters']) => void;
  onClose: () => void;
}

/** Enter applies a number that its field has not normalised yet. */
const withNumbers = (field: Field | undefined, filter: FieldFilter): FieldFilter =>
  field?.kind === 'decimal' || field?.kind === 'integer'
    ? {
        ...filter,
        ...(filter.from && { from: normalizeDecimal(filter.from) }),
        ...(filter.to && { to: normalizeDecimal(filter.to) }),
      }
    : filter;

/** Filters by the fields of the columns, and by any other that the user adds. */
export function FilterForm({ loaded, view, onApply, onClose }: FilterFormProps) {
  const { t, i18n } = useTranslation(['backoffice', 'list']);
  const { resource } = loaded;
  const { personal } = useRights(resource);
  const [draft, setDraft] = useState<Readonly<Record<string, FieldFilter>>>(view.filters);
  const [added, setAdded] = useState<readonly string[]>([]);
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const all = filterNames(resource);
  const shown = all.filter(
    (name) => resource.list.columns.includes(name) || name in view.filters || added.includes(name),
  );
  const others = all.filter((name) => !shown.includes(name));
  const label = (name: string) => localized((fieldOf(resource, name) as Field).label, i18n.language);
  const set = (name: string, filter: FieldFilter) => setDraft({ ...draft, [name]: filter });
  const apply = () => {
    const read = Object.fromEntries(
      Object.entries(draft).map(([name, filter]) => [name, withNumbers(fieldOf(resource, name), filter)]),
    );
    const bad = shown.filter((name) => !isRight(fieldOf(resource, name) as Field, read[name]));
    setWrong(bad);
    if (bad.length > 0) return;
    onApply(Object.fromEntries(Object.entries(read).filter(([, filter]) => isUsed(filter))));
    onClose();
  };
  return (
    <form
      className={styles.panel}
      aria-label={t('filter.button', { ns: 'list' })}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <div className={styles.fields}>
        {shown.map((name) => (
          <Suspense key={name}>
            <OneFilter
              name={name}
              field={fieldOf(resource, name) as Field}
              label={label(name)}
              value={draft[name] ?? {}}
              wrong={wrong.includes(name)}
              whole={fieldOf(resource, name)?.personal !== undefined && !personal}
              onChange={(filter) => set(name, filter)}
            />
          </Suspense>
        ))}
        {others.length > 0 && (
          <Select
            size="xs"
            comboboxProps={{ withinPortal: false }}
            aria-label={t('filter.more')}
            placeholder={t('filter.more')}
            leftSection={<IconPlus size={14} />}
            searchable
            value={null}
            data={others.map((name) => ({ value: name, label: label(name) }))}
            onChange={(name) => name && setAdded([...added, name])}
          />
        )}
      </div>
      <Group justify="space-between" gap="xs">
        <Button size="xs" variant="subtle" onClick={() => setDraft({})}>
          {t('filter.reset')}
        </Button>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button size="xs" type="submit">
            {t('filter.apply')}
          </Button>
        </Group>
      </Group>
    </form>
  );
}

const isUsed = (filter: FieldFilter) =>
  Object.values(filter).some((value) => (Array.isArray(value) ? value.length > 0 : value !== ''));
const isRight = (field: Field, filter: FieldFilter | undefined) =>
  [filter?.from, filter?.to].every((end) => !end || isEdge(field, end));

interface OneFilterProps {
  name: string;
  field: Field;
  label: string;
  value: FieldFilter;
  wrong: boolean;
  /** Masked for this user: found only by its exact value. */
  whole: boolean;
  onChange: (value: FieldFilter) => void;
}

/** The filter input of a field by its kind. */
function OneFilter({ name, field, label, value, wrong, whole, onChange }: OneFilterProps) {
  const { t, i18n } = useTranslation('backoffice');
  const inside = { size: 'xs' as const, comboboxProps: { withinPortal: false } };
  switch (filterKindOf(name, field)) {
    case 'contains':
      return (
        <TextInput
          size="xs"
          label={label}
          placeholder={t(whole ? 'filter.whole' : 'filter.contains')}
          maxLength={100}
          autoComplete="off"
          value={value.contains ?? ''}
          onChange={(event) => onChange({ contains: event.currentTarget.value })}
        />
      );
    case 'choices':
      return field.kind === 'option' ? (
        <MultiSelect
          {...inside}
          label={label}
          clearable
          hidePickedOptions
          searchable
          data={optionsOf(field.list, languageOf(i18n.language), 'filter').map((option) => ({
            value: String(option.value),
            label: option.label,
          }))}
          value={[...(value.choices ?? [])]}
          onChange={(choices) => onChange({ choices })}
        />
      ) : field.kind === 'reference' ? (
        <ReferencesSelect
          size="xs"
          withinPortal={false}
          to={field.to}
          label={label}
          value={value.choices ?? []}
          onChange={(choices) => onChange({ choices })}
        />
      ) : null;
    case 'under':
      return (
        <RegionSelect
          size="xs"
          label={label}
          anyLevel
          value={value.under ?? ''}
          onChange={(under) => onChange({ under })}
        />
      );
    case 'range': {
      const unit = unitOf(field);
      const days = field.kind === 'date' || field.kind === 'time';
      return (
        <fieldset className={styles.pair}>
          <legend>{unit ? `${label} (${unit})` : label}</legend>
          {(['from', 'to'] as const).map((end) => {
            const common = {
              size: 'xs' as const,
              'aria-label': `${label} ${t(`filter.${end}`)}`,
              placeholder: t(`filter.${end}`),
              value: value[end] ?? '',
            };
            return days ? (
              <DayInput
                key={end}
                {...common}
                popoverProps={{ withinPortal: false }}
                onChange={(day) => onChange({ ...value, [end]: day })}
              />
            ) : (
              <ExactInput
                key={end}
                {...common}
                error={wrong && end === 'from' ? t('filter.notANumber') : undefined}
                onChange={(text) => onChange({ ...value, [end]: text })}
              />
            );
          })}
        </fieldset>
      );
    }
    default:
      return null;
  }
}
