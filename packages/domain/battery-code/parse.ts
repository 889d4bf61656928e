import { type Form, formOf, layouts, type PartName } from './layout.ts';

export interface Parts extends Readonly<Record<Exclude<PartName, 'trace' | 'mark'>, string>> {
  form: Form;
  /** Only in the long form. */
  trace: string | null;
  /** Only in the short form: RP, RM or RC. */
  mark: string | null;
}

/** The text of each part of a code, whatever it says; null for a text that has not 19 or 24 characters. */
export function parse(code: string): Parts | null {
  const form = formOf(code);
  if (!form) return null;
  const parts: Record<string, string | null> = { trace: null, mark: null };
  for (const { part, from, length } of layouts[form]) parts[part] = code.slice(from, from + length);
  return { form, ...parts } as Parts;
}
