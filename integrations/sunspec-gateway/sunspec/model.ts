/** How a SunSpec model is described: its fields in the order of their registers, and a block that repeats. */

/** Registers that a type takes; a string gives its own. */
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
  /** The field that holds the power of ten of this one. */
  scale?: string;
  /** The first version of the model had no such scale factor: then the value is as it is read. */
  lateScale?: boolean;
}

export interface Model {
  ids: readonly number[];
  label: string;
  /** After the id and the length. */
  fields: readonly Field[];
  /** What repeats until the end of the model: the block, and the field that counts it. */
  repeating?: { fields: readonly Field[]; count: string };
}

/**
 * Reads a table: `name type` or `name type scale`, separated by commas or lines; `string:8` takes eight registers, and
 * `A|B|C uint16 SF` stands for three fields. `SF?` is a scale factor that came with a later version of the model.
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
