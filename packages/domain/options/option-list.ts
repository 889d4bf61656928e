/** One value of an option list with its names. */
export interface Option<V extends string | number = string | number> {
  value: V;
  en: string;
  zh: string;
  /** Other wire values with the same meaning; read, never written (interpretation A04). */
  aliases?: readonly (string | number)[];
  /** Other names in the trade; accepted in the cells of an import, never shown. */
  names?: readonly string[];
  /** False if the value is available for searches but cannot be set by a person (interpretation A06). */
  settable?: false;
}

export interface OptionList<V extends string | number = string | number> {
  /** The type on the wire; lists differ on purpose (interpretation A08). */
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
