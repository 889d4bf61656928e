import { expect, it } from 'vitest';
import type { z } from 'zod';
import * as contract from './index.ts';

const READ =
  /^((dev)?name(_en|_zh)?|reason|note|release_note|remark|message|description|clause|source|error|address|company|city|country)$/;

/** The fields of a schema whose name says that people read them, with their paths. */
function textsIn(schema: unknown, path: string): { path: string; field: z.ZodType }[] {
  const { def } = (schema as { _zod?: { def?: Record<string, unknown> } } | undefined)?._zod ?? {};
  if (!def) return [];
  const inner = [def.innerType, def.in, def.element, def.valueType, ...((def.options as unknown[]) ?? [])];
  const shape = (def.shape ?? {}) as Record<string, z.ZodType>;
  return [
    ...Object.entries(shape).flatMap(([key, field]) => {
      const at = `${path}.${key}`;
      const isText = READ.test(key) && field.safeParse('Anna Smith').success;
      return isText ? [{ path: at, field }] : textsIn(field, at);
    }),
    ...inner.flatMap((each) => textsIn(each, path)),
  ];
}

it('every name and remark in a body of a call shows something, and does not reverse the text after it', () => {
  const bodies = Object.values(contract).flatMap((each) =>
    typeof each === 'object' && each !== null && 'path' in each && 'body' in each && each.body
      ? textsIn(each.body, String((each as { name?: string }).name))
      : [],
  );
  expect(bodies.length).toBeGreaterThan(40);
  const accepting = (name: string) =>
    bodies.filter(({ field }) => field.safeParse(name).success).map(({ path }) => path);
  expect(accepting('\u200b\u200f')).toEqual([]);
  expect(accepting('Anna \u202eannA')).toEqual([]);
});
