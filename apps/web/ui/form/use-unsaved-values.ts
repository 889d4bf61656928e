import { useState } from 'react';
import { sameInput } from './same-input.ts';
import { useUnsaved } from './unsaved.ts';

/**
 * Registers the values of a page's form that is no `Form` as unsaved while they differ from the first ones.
 * @returns Declares the present values as saved
 */
export function useUnsavedValues(values: unknown): () => void {
  const [saved, setSaved] = useState(values);
  useUnsaved(!sameInput(values, saved));
  return () => setSaved(values);
}
