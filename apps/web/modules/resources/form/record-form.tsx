import { type Field, type Resource, settable, type Values } from '@voltloop/resource-kit';
import { useEffect, useMemo, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Form } from '../../../ui/form/form.tsx';
import { Card } from '../../../ui/index.ts';
import { localized } from '../fields.ts';
import type { LoadedPage } from '../loaded.ts';
import type { Row, Views } from '../views.ts';
import { clearedBy } from './dependent.ts';
import { FieldInput } from './field-input.tsx';
import { toFill } from './fill.ts';
import styles from './form.module.css';
import { formSchema } from './form-schema.ts';
import { formValues } from './form-values.ts';

interface RecordFormProps {
  loaded: LoadedPage;
  /** The edited row; null for a new one. */
  row: Row | null;
  /** Initial values of a new row. */
  given?: Values;
  /** In a dialog: without card and section titles. */
  plain?: true;
  /** Fields whose values are not shown. */
  hidden?: readonly string[];
  /** The field to focus. */
  focused?: string | null;
  submitLabel: string;
  label: string;
  onSubmit: (values: Values) => Promise<void>;
  onCancel: () => void;
}

/** The form of a resource: the sections of its declaration, each field by its kind. */
export function RecordForm({ loaded, row, given, plain, hidden = NONE, focused, ...rest }: RecordFormProps) {
  const { i18n } = useTranslation('backoffice');
  const { resource, views } = loaded;
  const schema = useMemo(() => formSchema(resource, hidden), [resource, hidden]);
  const initial = useMemo(
    () => ({ ...formValues(resource, row, given), ...Object.fromEntries(hidden.map((name) => [name, ''])) }),
    [resource, row, given, hidden],
  );
  const sections = sectionsOf(resource);
  const first = sections[0]?.fields.find(
    (name) =>
      !resource.fields[name]?.server &&
      !(row && resource.fields[name]?.fixed) &&
      // Its calendar would open over the rest of the dialog.
      !(plain && resource.fields[name]?.kind === 'date'),
  );
  const form = (
    <Form {...rest} schema={schema} initial={initial}>
      {focused && <Focus key={focused} name={pathIn(resource, focused)} />}
      {views.derived && <DeriveFields resource={resource} {...views.derived} />}
      {sections.map((section) => (
        <section key={section.title.en} className={styles.section}>
          {!plain && <h2 className={styles.title}>{localized(section.title, i18n.language)}</h2>}
          {section.fields.map((name) => (
            <FieldInput
              key={name}
              name={name}
              field={resource.fields[name]!}
              resource={resource}
              views={views}
              row={row}
              hidden={hidden.includes(name)}
              autoFocus={name === first}
            />
          ))}
        </section>
      ))}
    </Form>
  );
  return plain ? form : <Card className={styles.form}>{form}</Card>;
}

const NONE: readonly string[] = [];

/** Number of frames to wait for an input: those of references are loaded lazily. */
const FRAMES = 60;

/** Focuses a field when the form is shown. */
function Focus({ name }: { name: string }) {
  const { setFocus } = useFormContext<Values>();
  useEffect(() => {
    const before = document.activeElement;
    let frames = FRAMES;
    let next = requestAnimationFrame(function focus() {
      setFocus(name);
      if (document.activeElement === before && --frames > 0) next = requestAnimationFrame(focus);
    });
    return () => cancelAnimationFrame(next);
  }, [name, setFocus]);
  return null;
}

/** For a list of lines, the first input of its first line. */
function pathIn({ fields }: Resource, name: string): string {
  const field = fields[name];
  return field?.kind === 'lines' ? `${name}.0.${Object.keys(field.of)[0]}` : name;
}

/** Fills in derived fields when the fields they derive from change. */
function DeriveFields({ resource, from, compute }: { resource: Resource } & NonNullable<Views['derived']>) {
  const form = useFormContext<Values>();
  const given = useWatch({ name: [...from] });
  const derived = compute(Object.fromEntries(from.map((name, i) => [name, given[i]])));
  const key = JSON.stringify(derived);
  // An incomplete code derives nothing: the values of the last complete one are kept for comparison.
  const before = useRef(derived);
  const shown = useRef(key);
  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted };
    const fill = toFill(resource, form.getValues(), before.current, derived);
    for (const [name, value] of Object.entries(fill)) {
      form.setValue(name, value, options);
      for (const other of clearedBy(resource, name)) form.setValue(other, '', options);
    }
    if (Object.values(derived).some((value) => value !== null)) before.current = derived;
  });
  return null;
}

/** The sections of a form with the editable fields and those calculated from them. */
function sectionsOf(resource: Resource) {
  const open = new Set(settable(resource, 'insert').map(([name]) => name));
  return resource.form
    .map((section) => ({
      ...section,
      fields: section.fields.filter((name) => open.has(name) || followsFrom(resource.fields[name], open)),
    }))
    .filter(({ fields }) => fields.length > 0);
}

const followsFrom = (field: Field | undefined, open: ReadonlySet<string>) =>
  field?.kind === 'decimal' && field.calculated?.from.some((name) => open.has(name)) === true;
