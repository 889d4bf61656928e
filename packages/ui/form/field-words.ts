import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { keyAndValues } from './key-and-values.ts';

/** The catalogues that say what is wrong with a field: of the console, of the check library, of the rules of entities. */
export const fieldCatalogues = ['fields', 'checks', 'rules'] as const;

/** The error of a field, as react-hook-form keeps it: a key is in `message` or, from the server, in `type`. */
export interface Wrong {
  type?: string | number | undefined;
  message?: string | undefined;
}

/**
 * Words for the error of a field, in the language in use. An issue of zod is worded by its code (`validation.too_small`),
 * what is a key of a catalogue (`account.userName`, `check.range?min=1&max=5`) by that key, all else unchanged.
 */
export function useFieldWords(): (error: Wrong | undefined) => string | undefined {
  const { t, i18n } = useTranslation(fieldCatalogues);
  return useCallback(
    (error) => {
      if (!error) return undefined;
      const { message = '', type = '' } = error;
      for (const said of [message, String(type), `validation.${type}`]) {
        const { key, values } = keyAndValues(said, i18n.language);
        if (key && i18n.exists(key, { ns: fieldCatalogues }))
          return t(key, { ns: fieldCatalogues, ...values });
      }
      return message;
    },
    [t, i18n],
  );
}
