import type { Words } from '@voltloop/resource-kit';
import { documentKinds } from './documents.ts';

/** What a kind of document is called, with the preset in which it is used; its name where it is not known. */
export function wordsOfKind(kind: string, preset?: string): Words {
  const found = documentKinds.find(({ resource }) => resource.name === kind);
  const one = found?.resource.one ?? { en: kind, zh: kind };
  const words = preset ? found?.presets[preset]?.words : undefined;
  if (!words || words.zh === one.zh) return one;
  return { en: `${one.en} · ${words.en}`, zh: `${one.zh} · ${words.zh}` };
}
