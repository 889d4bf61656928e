import { optionsOf } from '@voltloop/domain/options/index.ts';
import { type Field, type Resource, settable, type Words } from '@voltloop/resource-kit';
import type { ImportColumn } from '../../imports/index.ts';
import type { Registry } from '../engine/columns.ts';

/** Maximum options listed in a column's header. */
const NAMED = 12;

/**
 * The columns of a resource's workbook: the fields of its form, except those that no cell can contain: files, and
 * lines of several values.
 */
export function importColumns(resource: Resource, registry: Registry): ImportColumn[] {
  return settable(resource, 'insert')
    .filter(([, field]) => field.kind !== 'files' && (field.kind !== 'lines' || field.inCell))
    .map(([key, field]) => columnOfField(key, field, registry));
}

/** The column of a field, with its allowed values. */
export const columnOfField = (key: string, field: Field, registry: Registry): ImportColumn => ({
  key,
  label: field.label,
  ...(field.required && !field.when && !field.or ? { required: true } : {}),
  note: noteOf(field, registry),
});

const noteOf = (field: Field, registry: Registry): Words | undefined => {
  switch (field.kind) {
    case 'option': {
      const names = (language: 'en' | 'zh') => optionsOf(field.list, language).map(({ label }) => label);
      const some = (language: 'en' | 'zh') =>
        names(language).slice(0, NAMED).join(' / ') + (names(language).length > NAMED ? ' / …' : '');
      return { en: some('en'), zh: some('zh') };
    }
    case 'date':
      return { en: 'yyyy-MM-dd', zh: 'yyyy-MM-dd' };
    case 'time':
      return { en: 'yyyy-MM-dd HH:mm, Beijing time', zh: 'yyyy-MM-dd HH:mm' };
    case 'region':
      return { en: 'Names from the province down, or the six-digit code', zh: '省市区名称或六位代码' };
    case 'reference': {
      const to = registry.get(field.to);
      const title = to?.fields[to.title]?.label;
      return to && title && { en: `${to.one.en}: ${title.en}`, zh: `${to.one.zh}：${title.zh}` };
    }
    case 'lines':
      return {
        en: 'One or several, separated by blanks or commas',
        zh: '可填多个，用空格或逗号分隔',
      };
    case 'decimal':
    case 'integer':
      return field.unit ? { en: field.unit, zh: field.unit } : undefined;
    default:
      return undefined;
  }
};
