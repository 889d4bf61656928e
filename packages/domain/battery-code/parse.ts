import { type Form, formOf, layouts, type PartName } from './layout.ts';

export interface Parts extends Readonly<Record<Exclude<PartName, 'trace' | 'mark'>, string>> {
  form: Form;
  /** Only in the long form. */
  trace: string | null;
  /** Only in the short form: RP, RM or RC. */
  mark: string | null;
}

/** The text of each part of a code, valid or not; null for a length other than 19 or 24. */
export function parse(code: string): Parts | null {
  const form = formOf(code);
  if (!form) return null;
  const parts: Record<string, string | null> = { trace: null, mark: null };
  for (const { part, from, length } of layouts[form]) parts[part] = code.slice(from, from + length);
  return { form, ...parts } as Parts;
}
