import { registry } from '@voltloop/resources/registry.ts';
import { languageOf } from '../../context/language-of.ts';
import { keyAndValues } from './key-and-values.ts';

/**
 * Splits a field error like `resource.inUse?count=2&by=order` into its key and the values of its text. The name of a
 * resource becomes its title.
 */
export function fieldWords(error: string, language: string): { key: string; values: Record<string, string> } {
  const { key, values } = keyAndValues(error, language);
  const by = registry[values.by ?? '']?.many;
  return { key, values: by ? { ...values, by: by[languageOf(language)].toLowerCase() } : values };
}

/** Texts of several errors as one, each text once. */
export const joinTexts = (texts: readonly string[], language: string): string =>
  [...new Set(texts)].join(languageOf(language) === 'zh' ? '；' : '; ');
