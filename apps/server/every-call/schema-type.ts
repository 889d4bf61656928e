import { commaList } from '@voltloop/contract';
import { z } from 'zod';

export type JsonSchema = { [key: string]: unknown };
export type Direction = 'input' | 'output';

/** Marks a query field that accepts a list. */
const LIST = 'x-comma-list';

/** The JSON schema of one direction, with marks for what JSON schema cannot express. */
function jsonSchemaOf(schema: z.ZodType, io: Direction): JsonSchema {
  return z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if ((zodSchema as unknown) === commaList) (jsonSchema as JsonSchema)[LIST] = true;
      // The input of a preprocessing step is unknown, so the schema after it is used.
      if (io === 'input' && zodSchema instanceof z.ZodPipe && zodSchema.def.in instanceof z.ZodTransform) {
        const { $schema: _, ...after } = jsonSchemaOf(zodSchema.def.out as z.ZodType, io);
        Object.assign(jsonSchema, after);
      }
      if (io === 'input' && zodSchema instanceof z.ZodObject)
        (jsonSchema as JsonSchema).required = Object.entries(zodSchema.shape as Record<string, z.ZodType>)
          .filter(([, field]) => !field.safeParse(undefined).success)
          .map(([name]) => name);
    },
  }) as JsonSchema;
}

/** Property names that need no quotes. */
const NAME = /^[A-Za-z_$][\w$]*$/;
const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const property = (name: string) => (NAME.test(name) ? name : quoted(name));
const literal = (value: unknown) => (typeof value === 'string' ? quoted(value) : JSON.stringify(value));
const inUnion = (type: string) => (type.includes(' & ') ? `(${type})` : type);
const NOTHING = 'Record<string, never>';
const orUndefined = (type: string) => (type === 'unknown' ? type : `${type} | undefined`);
/** Whether a type can be followed by `[]`: it is a name, or one object in braces. */
const isSingle = (type: string) => /^[\w.]+(<[^|&]*>)?$/.test(type) || isOneObject(type);
function isOneObject(type: string): boolean {
  let depth = 0;
  for (let at = 0; at < type.length; at++) {
    if (type[at] === '{') depth++;
    if (type[at] === '}' && --depth === 0) return at === type.length - 1;
    if (depth === 0) return false;
  }
  return false;
}
const union = (types: readonly string[]) => [...new Set(types.map(inUnion))].join(' | ');

/** Writes types of schemas, and declares objects that have a name or occur more than once. */
export class TypeWriter {
  readonly #names = new Map<string, string>();
  readonly #taken = new Set<string>();
  readonly #declared = new Map<string, string>();

  /** Names the type of this schema wherever it occurs. */
  name(name: string, schema: z.ZodType, io: Direction): void {
    const type = this.typeOf(schema, io);
    // The first of several names of one type is kept; a named type is no longer written as an object.
    if (!type.startsWith('{')) return;
    this.#names.set(type, name);
    this.#taken.add(name);
    this.#declared.set(name, type);
  }

  typeOf(schema: z.ZodType, io: Direction): string {
    const root = jsonSchemaOf(schema, io);
    return this.#type(root, (root.$defs ?? {}) as Record<string, JsonSchema>);
  }

  /** The named types, in the order of their names. */
  declarations(): string {
    return [...this.#declared]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, type]) => `export type ${name} = ${type};`)
      .join('\n\n');
  }

  #type(schema: JsonSchema | boolean, defs: Record<string, JsonSchema>): string {
    if (typeof schema === 'boolean') return schema ? 'unknown' : 'never';
    if (schema[LIST]) return 'string | readonly string[]';
    if (typeof schema.$ref === 'string') return this.#reference(schema.$ref, defs);
    if ('const' in schema) return literal(schema.const);
    if (Array.isArray(schema.enum)) return union(schema.enum.map(literal));
    const choices = schema.anyOf ?? schema.oneOf;
    if (Array.isArray(choices)) return union(choices.map((each) => this.#type(each, defs)));
    if (Array.isArray(schema.allOf))
      return schema.allOf.map((each) => `(${this.#type(each, defs)})`).join(' & ');
    if ('not' in schema) return 'never';
    if (Array.isArray(schema.type))
      return union(schema.type.map((type) => this.#type({ ...schema, type }, defs)));
    switch (schema.type) {
      case 'string':
      case 'boolean':
      case 'null':
        return schema.type;
      case 'number':
      case 'integer':
        return 'number';
      case 'array':
        return this.#array(schema, defs);
      case 'object':
        return this.#object(schema, defs);
      default:
        return 'unknown';
    }
  }

  #array(schema: JsonSchema, defs: Record<string, JsonSchema>): string {
    if (Array.isArray(schema.prefixItems))
      return `[${schema.prefixItems.map((each) => this.#type(each, defs)).join(', ')}]`;
    const item = this.#type((schema.items ?? true) as JsonSchema | boolean, defs);
    return isSingle(item) ? `${item}[]` : `(${item})[]`;
  }

  #object(schema: JsonSchema, defs: Record<string, JsonSchema>): string {
    const required = new Set((schema.required ?? []) as string[]);
    const fields = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).map(
      ([name, each]) => {
        const type = this.#type(each, defs);
        return required.has(name)
          ? `${property(name)}: ${type};`
          : `${property(name)}?: ${orUndefined(type)};`;
      },
    );
    const rest = schema.additionalProperties as JsonSchema | boolean | undefined;
    const others = rest === undefined || rest === false ? undefined : this.#type(rest, defs);
    if (fields.length === 0) return others === undefined ? NOTHING : this.#record(schema, others, defs);
    const own = `{ ${fields.join(' ')} }`;
    const named = this.#names.get(own) ?? own;
    return others === undefined ? named : `${named} & { [key: string]: ${others} }`;
  }

  #record(schema: JsonSchema, values: string, defs: Record<string, JsonSchema>): string {
    const keys = schema.propertyNames as JsonSchema | undefined;
    if (!Array.isArray(keys?.enum)) return `{ [key: string]: ${values} }`;
    const record = `Record<${this.#type(keys, defs)}, ${values}>`;
    // A record over fixed keys requires all of them only if the schema does.
    return Array.isArray(schema.required) ? record : `Partial<${record}>`;
  }

  #reference(reference: string, defs: Record<string, JsonSchema>): string {
    const at = reference.split('/').at(-1) ?? '';
    const target = defs[at];
    if (!target) return 'unknown';
    const key = JSON.stringify(target);
    const known = this.#names.get(key);
    if (known) return known;
    let n = 1;
    while (this.#taken.has(`Nested${n}`)) n++;
    const name = `Nested${n}`;
    this.#taken.add(name);
    this.#names.set(key, name);
    this.#declared.set(name, this.#type(target, defs));
    return name;
  }
}
