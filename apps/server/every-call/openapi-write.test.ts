import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { everyRoute } from './every-route.ts';
import { openapiText } from './openapi-write.ts';

test('the document is valid OpenAPI, and every reference in it resolves', async () => {
  const validator = new Validator();
  expect(await validator.validate(JSON.parse(openapiText()))).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
  // Throws for an unresolved reference.
  validator.resolveRefs();
}, 60_000);

/** Fields at any depth of a body that may be null and may not be missing. */
function nullOnly(schema: unknown, path: string): string[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([key, field]) => {
      const ofNull = field.safeParse(null);
      const isNullOnly = ofNull.success && ofNull.data === null && !field.safeParse(undefined).success;
      return [...(isNullOnly ? [`${path}.${key}`] : []), ...nullOnly(field, `${path}.${key}`)];
    });
  if (schema instanceof z.ZodArray) return nullOnly(schema.element, `${path}[]`);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((each) => nullOnly(each, path));
  if (schema instanceof z.ZodPipe) return nullOnly(schema.in, path);
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return nullOnly(schema.unwrap(), path);
  return [];
}

// The console leaves null out of each body (specification section 7).
test('a field of a body that may be null may be missing too', () => {
  expect(everyRoute.flatMap(({ name, body }) => nullOnly(body, name))).toEqual([]);
});
