import { counts, type Field, type Resource, settable, type Values } from '@voltloop/resource-kit';
import { chinaDay } from '@voltloop/resources/days.ts';

/** Pure: converts a row into form values, and form values into a request body. */

/** The empty value of an input of this kind. */
const nothing = (field: Field) => (field.kind === 'files' || field.kind === 'lines' ? [] : '');

/** A value as its input holds it: texts, but options keep their type and lists stay lists. */
function inputValue(field: Field, value: unknown): unknown {
  if (value === null || value === undefined) return nothing(field);
  if (field.kind === 'integer') return String(value);
  if (field.kind !== 'lines') return value;
  return (value as Values[]).map((line) =>
    Object.fromEntries(Object.entries(field.of).map(([name, of]) => [name, inputValue(of, line[name])])),
  );
}

/** A new line, as its inputs hold it. */
export const emptyLine = (of: Readonly<Record<string, Field>>): Values =>
  Object.fromEntries(Object.entries(of).map(([name, field]) => [name, initialOf(field) ?? nothing(field)]));

const initialOf = (field: Field) => (field.kind === 'option' ? field.initial : undefined);

/** The initial form values of a row; without a row, the defaults and `given`. */
export function formValues(resource: Resource, row: Values | null, given: Values = {}): Values {
  const first = (name: string, field: Field) => {
    if (field.kind === 'lines') return given[name] ?? (field.begun ? [emptyLine(field.of)] : undefined);
    return given[name] ?? (field.kind === 'date' && field.today ? chinaDay(new Date()) : initialOf(field));
  };
  return Object.fromEntries(
    settable(resource, 'insert').map(([name, field]) => [
      name,
      inputValue(field, row ? row[name] : first(name, field)),
    ]),
  );
}

/**
 * The fields whose values this user may not see. Masks must never be saved as values, so their inputs begin empty,
 * and an empty input leaves the value unchanged.
 */
export function hiddenFields(resource: Resource, row: Values, maySeePersonal: boolean): string[] {
  if (maySeePersonal) return [];
  return Object.entries(resource.fields)
    .filter(([name, field]) => field.personal && row[name] !== null && row[name] !== undefined)
    .map(([name]) => name);
}

export const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
const isEmpty = (value: unknown) =>
  value === '' || value === null || value === undefined || (Array.isArray(value) && value.length === 0);

/** The body of an insert: non-empty fields that apply. */
export function insertBody(resource: Resource, values: Values): Values {
  return Object.fromEntries(
    settable(resource, 'insert')
      .filter(([name, field]) => counts(field, values) && !isEmpty(values[name]))
      .map(([name]) => [name, sent(values[name])]),
  );
}

/**
 * The body of an update: changed values, and the names of cleared fields. The server clears fields that no longer
 * apply.
 */
export function changesBody(
  resource: Resource,
  before: Values,
  after: Values,
): Values & { clearFields: string[] } {
  const changed = settable(resource, 'update').filter(
    ([name, field]) => counts(field, after) && !same(before[name], after[name]),
  );
  return {
    ...Object.fromEntries(
      changed.filter(([name]) => !isEmpty(after[name])).map(([name]) => [name, sent(after[name])]),
    ),
    clearFields: changed.filter(([name]) => isEmpty(after[name])).map(([name]) => name),
  };
}

/** Lines without their empty fields. */
function sent(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((line) =>
    typeof line === 'object' && line !== null
      ? Object.fromEntries(Object.entries(line).filter(([, each]) => !isEmpty(each)))
      : line,
  );
}
