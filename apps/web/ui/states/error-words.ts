import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors.ts';
import { fieldWords, joinTexts } from '../form/field-words.ts';
import { fieldCatalogues } from '../form/use-field-words.ts';
import { errorText } from './error-text.ts';
import { InWords } from './states.tsx';

/**
 * The text of an error in the user's language (specification section 8): those of its fields first, then that of its
 * code. Pages read it from the context `ErrorWords`.
 */
export function useErrorWords(): (error: unknown) => string {
  // Not suspending: the texts are needed only once an error occurs.
  const { t, i18n } = useTranslation(['errors', ...fieldCatalogues], { useSuspense: false });
  return useCallback(
    (error: unknown) => {
      if (error instanceof InWords) return error.message;
      if (error instanceof ApiError && error.fields.length > 0)
        return joinTexts(
          error.fields.map(({ key: fieldKey, message }) => {
            const { key, values } = fieldWords(fieldKey, i18n.language);
            const ns = fieldCatalogues;
            return i18n.exists(key, { ns }) ? t(key, { ns, ...values }) : message;
          }),
          i18n.language,
        );
      return errorText(error, t);
    },
    [t, i18n],
  );
}
