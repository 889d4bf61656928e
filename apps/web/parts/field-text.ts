import type { FieldError } from '@voltloop/contract/envelope.ts';
import { fieldCatalogues } from '@voltloop/ui/form/field-words.ts';
import i18next from 'i18next';
import { fieldWords } from './field-words.ts';

/**
 * What the server says about one field, in the language of the interface: by its key in the catalogues of fields, else
 * in the server's own words.
 */
export async function fieldText({ key: said, message }: FieldError): Promise<string> {
  const ns = fieldCatalogues;
  await i18next.loadNamespaces(ns);
  const { key, values } = fieldWords(said, i18next.language);
  return i18next.t(key, { ns, ...values, defaultValue: message });
}
