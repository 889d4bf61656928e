import type { Words } from '@voltloop/resource-kit';
import { documentKinds } from './documents.ts';

/** The name of a document kind with its preset; the key if it is unknown. */
export function wordsOfKind(kind: string, preset?: string): Words {
  const found = documentKinds.find(({ resource }) => resource.name === kind);
  const one = found?.resource.one ?? { en: kind, zh: kind };
  const words = preset ? found?.presets[preset]?.words : undefined;
  if (!words || words.zh === one.zh) return one;
  return { en: `${one.en} · ${words.en}`, zh: `${one.zh} · ${words.zh}` };
}
