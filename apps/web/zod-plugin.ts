import type { Plugin } from 'vite';

/** Assignments, the method of every schema, and the member of its `~standard`. */
const DESCRIBED = [
  /inst\._zod\.processJSONSchema = .*;/g,
  /toJSONSchema\(params\) \{\s*return createToJSONSchemaMethod\(.*;\s*\},/,
  /jsonSchema: \{\s*input: createStandardJSONSchemaMethod\(.*\s*output: createStandardJSONSchemaMethod\(.*\s*\},/,
];

/**
 * Leaves out what describes schemas as JSON Schema, a quarter of Zod: only the server does that (openapi.json), but every
 * schema refers to it, so that no bundler can drop it.
 */
export function zodWithoutJsonSchema(): Plugin {
  return {
    name: 'voltloop-zod-without-json-schema',
    apply: 'build',
    transform: {
      filter: { id: /zod[\\/]v4[\\/]classic[\\/]schemas\.js$/ },
      handler(code) {
        const rest = DESCRIBED.reduce((left, part) => left.replace(part, ''), code);
        if (/processJSONSchema|createToJSON\w+\(|createStandardJSON\w+\(/.test(rest))
          this.error('Zod describes its schemas in another way: change zod-plugin.ts');
        return { code: rest, map: null };
      },
    },
  };
}
