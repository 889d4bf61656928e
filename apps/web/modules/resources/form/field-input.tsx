import { TextInput } from '@mantine/core';
import { normalizeDecimal } from '@voltloop/domain/checks/read-decimal.ts';
import { zoneOffset_ms } from '@voltloop/domain/clock/zone-time.ts';
import { parseOption } from '@voltloop/domain/options/index.ts';
import { type Calculation, counts, type Field, type Resource, type Values } from '@voltloop/resource-kit';
import { registry } from '@voltloop/resources/registry.ts';
import { type ReactNode, Suspense, useCallback, useMemo } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { DayField } from '../../../ui/form/day-field.tsx';
import { DayInput } from '../../../ui/form/day-input.tsx';
import { TextAreaField, useField, useLineText } from '../../../ui/form/fields.tsx';
import { unitProps } from '../../../ui/form/unit-props.tsx';
import { useFormat } from '../../../ui/index.ts';
import { OptionField } from '../../../ui/widgets/option-select.tsx';
import { localized } from '../fields.ts';
import { inSentence } from '../in-sentence.ts';
import { ReferenceSelect } from '../reference-select.tsx';
import { RegionSelect } from '../region-select.tsx';
import type { InputProps, Row, Views } from '../views.ts';
import { CalculatedOutput } from './calculated-output.tsx';
import { allowedChoices, amongOf, clearedBy, dependsOn, fieldsAround, isChosenFirst } from './dependent.ts';
import { FilesInput } from './files-input.tsx';
import styles from './form.module.css';
import { LinesInput } from './lines-input.tsx';
import { titlesById } from './titles-by-id.ts';

export interface FieldInputProps {
  name: string;
  /** Path in the form's values if it differs from the name: `permits.0.number`. */
  path?: string;
  field: Field;
  resource: Resource;
  views: Views;
  /** The edited row; contains the titles of its references. */
  row: Row | null;
  /** The present value is not shown, but can be replaced. */
  hidden?: boolean;
  autoFocus?: boolean;
}

/** The input of a field by its kind. Renders nothing while the field does not apply. */
export function FieldInput(props: FieldInputProps) {
  const { field, resource, path = props.name } = props;
  // An input in a line depends on fields of its line first, then on those of the form.
  const line = path === props.name ? '' : path.slice(0, path.lastIndexOf('.') + 1);
  const names = useMemo(() => dependsOn(fieldsAround(resource, path), field), [resource, path, field]);
  // Memoized: a new array would recreate the subscription.
  const watched = useMemo(() => [...names, ...(line ? names.map((each) => line + each) : [])], [names, line]);
  const given = useWatch({ name: watched });
  const values = Object.fromEntries(names.map((each, i) => [each, given[i]]));
  const inLine = Object.fromEntries(names.map((each, i) => [each, given[names.length + i]]));
  if (!counts(field, line ? inLine : values)) return null;
  if (field.kind === 'decimal' && field.calculated)
    return <CalculatedOutput field={field} calculation={field.calculated} at={line} />;
  // A value that the line copies from the lines it follows.
  if (line && field.server)
    return <CalculatedOutput field={field} calculation={itself(props.name)} at={line} />;
  return <CountingInput {...props} values={values} line={inLine} />;
}

const itself = (name: string): Calculation => ({
  from: [name],
  of: (values) => (values[name] as string | undefined) ?? null,
});

function CountingInput(props: FieldInputProps & { values: Values; line: Values }) {
  const { name, path = name, field, resource, views, row, hidden, values, line } = props;
  const { t, i18n } = useTranslation('backoffice');
  const form = useFormContext<Values>();
  const lineInput = useCallback(
    (inner: string, at: string, of: Field) => (
      <FieldInput name={inner} path={at} field={of} resource={resource} views={views} row={row} />
    ),
    [resource, views, row],
  );

  const replaced = field.or !== undefined && line[field.or] != null && line[field.or] !== '';
  const around = fieldsAround(resource, path);
  const required = (field.required === true || isChosenFirst(around, name)) && !hidden && !replaced;
  const label = localized(field.label, i18n.language);
  const As = field.kind === 'text' && field.as ? views.inputsAs?.[field.as] : undefined;
  const Own = (path === name ? views.inputs?.[name] : undefined) ?? As;
  const fixed = row !== null && field.fixed === true && path === name;
  if (Own && !fixed) {
    const own: InputProps = { name: path, field, label, required };
    return (
      <Suspense>
        <Own {...own} />
      </Suspense>
    );
  }
  const hint = field.hint && localized(field.hint, i18n.language);
  const common = {
    name: path,
    label,
    required,
    disabled: fixed,
    ...(hint || fixed ? { description: hint ?? t('form.fixed') } : {}),
    ...(hidden ? { placeholder: t('form.hidden') } : {}),
    ...(props.autoFocus ? { 'data-autofocus': true } : {}),
  };
  // Clear fields that depended on the former choice.
  const clear = () => {
    for (const other of clearedBy(around, name))
      form.setValue(path.slice(0, path.length - name.length) + other, '', {
        shouldDirty: true,
        shouldValidate: form.formState.isSubmitted,
      });
  };

  const Text = path === name ? TextValue : LineText;
  switch (field.kind) {
    case 'text':
      return field.long ? (
        <TextAreaField
          {...common}
          className={styles.wide}
          autosize
          minRows={2}
          maxRows={10}
          maxLength={field.max}
        />
      ) : (
        <Text {...common} {...(field.code ? { max: MAX_PASTED, tidy: normalizeCode } : { max: field.max })} />
      );
    case 'decimal':
    case 'integer':
      return (
        <Text
          {...common}
          max={30}
          numeric={field.kind === 'decimal' ? 'decimal' : 'numeric'}
          tidy={normalizeDecimal}
          {...(field.unit ? { unit: field.unit } : {})}
        />
      );
    case 'date':
      return <DayField {...common} />;
    case 'time':
      return <TimeValue {...common} />;
    case 'option': {
      const left = allowedChoices(around, field, path === name ? values : line);
      return (
        <OptionField
          {...common}
          list={field.list}
          {...(left
            ? {
                only: left.only.flatMap((value) => parseOption(field.list, value) ?? []),
                disabled: fixed || left.only.length === 0,
              }
            : {})}
          {...(left?.only.length === 0
            ? { placeholder: chooseFirst(around, left.by, t, i18n.language) }
            : {})}
          onPicked={clear}
        />
      );
    }
    case 'reference': {
      // The referenced resource may not be part of this console.
      const entry = registry[field.to];
      if (!entry) return <TextValue {...common} max={36} disabled />;
      const among = amongOf(resource, field, values, line, around);
      const waits = 'waitsFor' in among;
      return (
        <ReferenceValue
          {...common}
          to={field.to}
          among={waits ? {} : among.rows}
          disabled={fixed || waits}
          titles={row ? titlesById(row) : NO_TITLES}
          placeholder={
            waits
              ? chooseFirst(around, among.waitsFor, t, i18n.language)
              : t('reference.find', { what: inSentence(localized(entry.one, i18n.language)) })
          }
          onPicked={clear}
        />
      );
    }
    case 'region':
      return <RegionValue {...common} />;
    case 'files':
      return <FilesInput {...common} field={field} />;
    case 'lines':
      return <LinesInput {...common} field={field} input={lineInput} />;
  }
}

function chooseFirst(
  resource: Pick<Resource, 'fields'>,
  name: string,
  t: (key: string, values: Record<string, string>) => string,
  language: string,
): string {
  const field = resource.fields[name];
  return t('form.chooseFirst', { field: field ? localized(field.label, language) : name });
}

interface ValueProps {
  name: string;
  label: string;
  required: boolean;
  disabled: boolean;
  description?: string;
  placeholder?: string;
}

const NO_TITLES = {};
/**
 * Codes are pasted with blanks between their groups: a limit at the code's own length would silently truncate them.
 */
const MAX_PASTED = 200;
const normalizeCode = (text: string) => text.normalize('NFKC').replace(/\s+/g, '').toUpperCase();
interface TextProps extends ValueProps {
  max: number;
  /** Normalizes the text on blur. */
  tidy?: (text: string) => string;
  unit?: string;
  numeric?: 'decimal' | 'numeric';
}

function TextValue({ name, tidy, ...rest }: TextProps) {
  const { field, error } = useField(name);
  return (
    <TextInput
      {...textProps(rest)}
      {...field}
      value={String(field.value ?? '')}
      onBlur={() => {
        const tidied = tidy?.(String(field.value ?? ''));
        if (tidied !== undefined && tidied !== field.value) field.onChange(tidied);
        field.onBlur();
      }}
      error={error}
    />
  );
}

function LineText({ name, tidy, ...rest }: TextProps) {
  const { setValue } = useFormContext<Values>();
  const { field, error } = useLineText(name);
  return (
    <TextInput
      {...textProps(rest)}
      {...field}
      onBlur={(event) => {
        const text = event.target.value;
        const tidied = tidy?.(text);
        if (tidied !== undefined && tidied !== text) setValue(name, tidied, { shouldDirty: true });
        void field.onBlur(event);
      }}
      error={error}
    />
  );
}

const textProps = ({ max, unit, numeric, ...rest }: Omit<TextProps, 'name' | 'tidy'>) => ({
  autoComplete: 'off',
  spellCheck: false,
  maxLength: max,
  ...(numeric ? { inputMode: numeric } : {}),
  ...rest,
  ...unitProps(unit, rest.description),
});

/** A point in time, in the user's zone. */
function TimeValue({ name, ...rest }: ValueProps) {
  const { field, error } = useField(name);
  const format = useFormat();
  const zone = format.zoneName;
  const value = typeof field.value === 'number' ? format.date(field.value, 'dateTime') : '';
  return (
    <DayInput
      withTime
      {...rest}
      name={field.name}
      ref={field.ref}
      onBlur={field.onBlur}
      value={value}
      onChange={(text) => {
        const wall = Date.parse(`${text.replace(' ', 'T')}Z`);
        if (Number.isNaN(wall)) field.onChange('');
        // Twice, because the first guess may lie on the other side of a clock change.
        else field.onChange(wall - zoneOffset_ms(wall - zoneOffset_ms(wall, zone), zone));
      }}
      error={error}
    />
  );
}

function RegionValue({ name, placeholder: _none, ...rest }: ValueProps): ReactNode {
  const { field, error } = useField(name);
  return (
    <RegionSelect
      {...rest}
      value={String(field.value ?? '')}
      onChange={field.onChange}
      onBlur={field.onBlur}
      error={error}
    />
  );
}

function ReferenceValue({
  name,
  onPicked,
  ...rest
}: ValueProps & {
  to: string;
  among: Readonly<Record<string, string>>;
  titles: Readonly<Record<string, string>>;
  onPicked: () => void;
}) {
  const { field, error } = useField(name);
  return (
    <Suspense fallback={<TextInput label={rest.label} required={rest.required} disabled />}>
      <ReferenceSelect
        {...rest}
        name={field.name}
        ref={field.ref}
        onBlur={field.onBlur}
        value={String(field.value ?? '')}
        onChange={(id) => {
          field.onChange(id);
          onPicked();
        }}
        error={error}
      />
    </Suspense>
  );
}
