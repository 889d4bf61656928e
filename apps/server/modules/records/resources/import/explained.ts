import { optionsOf } from '@voltloop/domain/options/index.ts';
import { type Field, limitKey } from '@voltloop/resource-kit';
import type { RowError } from '../../imports/index.ts';

/** Maximum options named in an error. */
const NAMED = 12;

/** An error of a cell with the limit that it exceeds, or the options that its column has. */
export function explained(key: string, field: Field | undefined): Pick<RowError, 'key' | 'words'> {
  const code = key.replace('validation.', '');
  if (code === 'invalid_value' && field?.kind === 'option') {
    const names = (language: 'en' | 'zh') => {
      const all = optionsOf(field.list, language).map(({ label }) => label);
      return [...all.slice(0, NAMED), ...(all.length > NAMED ? ['…'] : [])];
    };
    return {
      key,
      words: { en: `One of: ${names('en').join(', ')}`, zh: `请填写以下之一：${names('zh').join('、')}` },
    };
  }
  return { key: limitKey(code, field) ?? key };
}
