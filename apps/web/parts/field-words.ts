import { registry } from '@voltloop/resources/registry.ts';
import { languageOf } from '@voltloop/ui';
import { keyAndValues } from '@voltloop/ui/form/key-and-values.ts';

/**
 * The key of what is wrong with a field, and the values that its text names: `resource.inUse?count=2&by=order`. The name
 * of an entity becomes what it is called.
 */
export function fieldWords(said: string, language: string): { key: string; values: Record<string, string> } {
  const { key, values } = keyAndValues(said, language);
  const by = registry[values.by ?? '']?.many;
  return { key, values: by ? { ...values, by: by[languageOf(language)].toLowerCase() } : values };
}
