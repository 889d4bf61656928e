import { InWords } from '@voltloop/ui';
import { fieldCatalogues } from '@voltloop/ui/form/field-words.ts';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, describeError } from '../api/errors.ts';
import { fieldWords } from './field-words.ts';

/**
 * Words for what a call threw, in the reader's language (specification section 8): those of its fields first, then those
 * of its code. Pages get them by the context `ErrorWords`.
 */
export function useErrorWords(): (error: unknown) => string {
  // Nobody waits for the words of errors before there is one.
  const { t, i18n } = useTranslation(['errors', ...fieldCatalogues], { useSuspense: false });
  return useCallback(
    (error: unknown) => {
      if (error instanceof InWords) return error.message;
      if (!(error instanceof ApiError)) return t('unexpected', { ns: 'errors' });
      if (error.fields.length > 0)
        return error.fields
          .map(({ key: said, message }) => {
            const { key, values } = fieldWords(said, i18n.language);
            const ns = fieldCatalogues;
            return i18n.exists(key, { ns }) ? t(key, { ns, ...values }) : message;
          })
          .join('; ');
      const words = describeError(error);
      return 'key' in words ? t(words.key, { ns: 'errors' }) : words.text;
    },
    [t, i18n],
  );
}
