import type { FieldError } from '@voltloop/contract/envelope.ts';
import { registry } from '@voltloop/resources/registry.ts';
import { useTranslation } from 'react-i18next';
import { AllowedLink } from '../../ui/allowed-link.tsx';
import { keyAndValues } from '../../ui/form/key-and-values.ts';
import { useFieldWords } from '../../ui/form/use-field-words.ts';
import { localized } from './fields.ts';
import { rowPath } from './loaded.ts';

/** A problem or warning in the interface language, with a link to the row it concerns. */
export function FindingText({ finding: { key, message } }: { finding: Pick<FieldError, 'key' | 'message'> }) {
  const { i18n } = useTranslation();
  const words = useFieldWords();
  const { of = '', id } = keyAndValues(key).values;
  const entry = registry[of];
  return (
    <>
      {words({ message: key || message })}
      {entry && id && (
        <>
          {' '}
          <AllowedLink to={rowPath(of, id)}>{localized(entry.one, i18n.language)}</AllowedLink>
        </>
      )}
    </>
  );
}
