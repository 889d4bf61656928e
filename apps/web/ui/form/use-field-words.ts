import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { keyAndValues } from './key-and-values.ts';

/** The catalogues of field errors: of the console, the check library, the rules of resources. */
export const fieldCatalogues = ['fields', 'checks', 'rules'] as const;

/** The error of a field, as in react-hook-form: a key is in `message` or, from the server, in `type`. */
export interface Wrong {
  type?: string | number | undefined;
  message?: string | undefined;
}

/**
 * The text of a field's error in the current language. Zod issues are looked up by their code (`validation.too_small`),
 * keys of a catalogue (`account.userName`, `check.range?min=1&max=5`) by that key; other texts are returned unchanged.
 */
export function useFieldWords(): (error: Wrong | undefined) => string | undefined {
  const { t, i18n } = useTranslation(fieldCatalogues);
  return useCallback(
    (error) => {
      if (!error) return undefined;
      const { message = '', type = '' } = error;
      for (const candidate of [message, String(type), `validation.${type}`]) {
        const { key, values } = keyAndValues(candidate, i18n.language);
        if (key && i18n.exists(key, { ns: fieldCatalogues }))
          return t(key, { ns: fieldCatalogues, ...values });
      }
      return message;
    },
    [t, i18n],
  );
}
