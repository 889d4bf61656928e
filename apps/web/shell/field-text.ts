import type { FieldError } from '@voltloop/contract/envelope.ts';
import i18next from 'i18next';

/**
 * What the server says about one field, in the language of the interface: by its key in the catalogue `fields`, else
 * in the server's own words.
 */
export async function fieldText({ key, message }: FieldError): Promise<string> {
  await i18next.loadNamespaces('fields');
  return i18next.t(key, { ns: 'fields', defaultValue: message });
}
