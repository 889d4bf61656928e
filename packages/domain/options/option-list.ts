/** One value of a fixed list with its names. */
export interface Option<V extends string | number = string | number> {
  value: V;
  en: string;
  zh: string;
  /** Other wire values that mean the same; read, never written (interpretation A04). */
  aliases?: readonly (string | number)[];
  /** False where a person may look for it but never set it (interpretation A06). */
  settable?: false;
}

export interface OptionList<V extends string | number = string | number> {
  /** What the wire carries; lists differ on purpose (interpretation A08). */
  valueType: 'string' | 'number';
  options: readonly Option<V>[];
}

export const strings = <const V extends string>(...options: readonly Option<V>[]): OptionList<V> => ({
  valueType: 'string',
  options,
});
export const numbers = <const V extends number>(...options: readonly Option<V>[]): OptionList<V> => ({
  valueType: 'number',
  options,
});
