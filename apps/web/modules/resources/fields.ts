import { commonFields, type Field, fieldOf, type Resource, type Words } from '@voltloop/resource-kit';
import { languageOf } from '../../context/language-of.ts';

/** Pure: the fields of a resource as list and detail page use them. */

/** Every field that can be a column: those of the list in their order, then the others. */
export function columnNames(resource: Resource): string[] {
  const single = Object.entries(resource.fields).filter(([, { kind }]) => kind !== 'lines');
  return [
    ...new Set([...resource.list.columns, ...single.map(([name]) => name), ...Object.keys(commonFields)]),
  ].filter((name) => fieldOf(resource, name));
}

/** The kind of filter for a field; null if the server cannot filter by it. */
export type FilterKind = 'contains' | 'range' | 'choices' | 'under';
export function filterKindOf(name: string, field: Field): FilterKind | null {
  switch (field.kind) {
    case 'text':
      return name === 'createUser' ? null : 'contains';
    case 'decimal':
    case 'integer':
    case 'date':
    case 'time':
      return 'range';
    case 'option':
    case 'reference':
      return 'choices';
    case 'region':
      return 'under';
    default:
      return null;
  }
}

/** Whether the server can sort by a field. */
export const isSortable = (name: string, { kind }: Field) =>
  name !== 'createUser' && kind !== 'files' && kind !== 'lines' && kind !== 'reference';

/** The unit of a number; '' without one. */
export const unitOf = (field: Field) =>
  field.kind === 'decimal' || field.kind === 'integer' ? (field.unit ?? '') : '';

/** Words in the interface language. */
export const localized = (words: Words, language: string) => words[languageOf(language)];
