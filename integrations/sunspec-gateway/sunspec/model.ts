/** Description of a SunSpec model: its fields in the order of their registers, and a repeating block. */

/** Size of a type in registers; a string has its own. */
export const sizes = {
  int16: 1,
  uint16: 1,
  enum16: 1,
  bitfield16: 1,
  sunssf: 1,
  pad: 1,
  int32: 2,
  uint32: 2,
  acc32: 2,
  bitfield32: 2,
  float32: 2,
  uint64: 4,
  acc64: 4,
  string: 0,
} as const;

export type FieldType = keyof typeof sizes;

export interface Field {
  name: string;
  type: FieldType;
  /** Registers. */
  size: number;
  /** The field with the power of ten of this one. */
  scale?: string;
  /** The first version of the model had no such scale factor: the value is then unscaled. */
  lateScale?: boolean;
}

export interface Model {
  ids: readonly number[];
  label: string;
  /** Length after the id and the length. */
  fields: readonly Field[];
  /** The repeating part until the end of the model: the block, and the field with its count. */
  repeating?: { fields: readonly Field[]; count: string };
}

/**
 * Parses a table: `name type` or `name type scale`, separated by commas or lines; `string:8` has eight registers, and
 * `A|B|C uint16 SF` means three fields. `SF?` is a scale factor added in a later version of the model.
 */
export function fieldsOf(table: string): Field[] {
  return table
    .split(/[,\n]/)
    .map((row) => row.trim())
    .filter((row) => row !== '')
    .flatMap((row) => {
      const [names = '', typeText = '', scaleText] = row.split(/\s+/);
      const [type = '', length] = typeText.split(':') as [FieldType, string?];
      const size = length === undefined ? sizes[type as FieldType] : Number(length);
      if (!size) throw new TypeError(`no such field: ${row}`);
      const scale = scaleText?.replace(/\?$/, '');
      return names.split('|').map((name) => ({
        name,
        type: type as FieldType,
        size,
        ...(scale ? { scale } : {}),
        ...(scale !== scaleText ? { lateScale: true } : {}),
      }));
    });
}

export const registersOf = (fields: readonly Field[]): number => fields.reduce((sum, f) => sum + f.size, 0);
