import type { FieldError } from '@voltloop/contract';
import { reportFields } from '@voltloop/domain/reporting/fields.ts';
import type { Preset } from '@voltloop/resource-kit';
import type { Document } from './document.ts';

/** Field of a report that names the source of goods. */
const SOURCE = 'sourceName';

/** Pure: a warning about a document without a source whose reports require one. */
export function checkSource(preset: Preset, document: Document): FieldError[] {
  if (document.enterprise_id !== null || document.customer_id !== null) return [];
  const isReported = Object.values(preset.reports ?? {}).some((type) =>
    reportFields(type).some(({ name, required }) => name === SOURCE && required),
  );
  const message = 'Neither a supplier nor a customer is entered: its reports are incomplete without a source';
  return isReported ? [{ path: 'enterpriseId', key: 'rule.document.noSource', message }] : [];
}
