import { keyWith } from '@voltloop/domain/checks/check.ts';
import type { Field } from './fields.ts';

/**
 * The key of a text that states the limit which a value of this field exceeds. Undefined for other errors.
 * @param code of the issue of the schema: `too_big`
 */
export function limitKey(code: string, field: Field | undefined): string | undefined {
  if (code !== 'too_big' && code !== 'too_small') return undefined;
  if (field?.kind === 'text') return keyWith('check.maxLength', { max: field.max });
  if (field?.kind === 'files' || field?.kind === 'lines')
    return keyWith('validation.most', { max: field.most });
  if (field?.kind !== 'decimal' && field?.kind !== 'integer') return undefined;
  return keyWith('check.range', { min: field.min ?? 0, max: field.max });
}
