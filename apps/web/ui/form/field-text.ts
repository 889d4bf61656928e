import type { FieldError } from '@voltloop/contract/envelope.ts';
import i18next from 'i18next';
import { fieldWords } from './field-words.ts';
import { fieldCatalogues } from './use-field-words.ts';

/**
 * The server's message about a field in the interface language: by its key in the catalogues of fields, otherwise the
 * server's own text.
 */
export async function fieldText({ key: fieldKey, message }: FieldError): Promise<string> {
  const ns = fieldCatalogues;
  await i18next.loadNamespaces(ns);
  const { key, values } = fieldWords(fieldKey, i18next.language);
  return i18next.t(key, { ns, ...values, defaultValue: message });
}
