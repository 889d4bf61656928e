import type { Words } from '@voltloop/domain/battery-code/index.ts';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../context/language-of.ts';

/** Returns the text of the code engine in the user's language. */
export function useLocalized(): (words: Words) => string {
  const { i18n } = useTranslation();
  return (words) => words[languageOf(i18n.language)];
}
