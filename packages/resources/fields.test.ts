import { inputSchema, insertBody, type Make, type Resource, settable } from '@voltloop/resource-kit';
import { describe, expect, test } from 'vitest';
import { fieldErrors } from '../../apps/server/platform/http.ts';
import { examplesOf, needsServer } from './examples.ts';
import { resources } from './index.ts';

/** The form of the values of each resource, as forms, calls and imports check it. */

const make: Make = async () => crypto.randomUUID();

describe.each(resources.map((resource): [string, Resource] => [resource.name, resource]))(
  '%s',
  (name, resource) => {
    const { row, change, wrong } = examplesOf(name);
    const schema = inputSchema(resource);

    test('accepts its examples, which are different', async () => {
      const rows = [await row(1, make), await row(2, make)];
      for (const given of rows) expect(schema.safeParse(given).error).toBeUndefined();
      expect(schema.safeParse({ ...rows[0], [change.field]: change.to }).error).toBeUndefined();
      for (const fields of Object.values(resource.unique ?? {})) {
        const [first, second] = rows.map((given) => fields.map((field) => given[field]));
        if (first?.every((value) => value !== undefined)) expect(first).not.toEqual(second);
      }
    });

    test('requires its required values', async () => {
      const given = await row(1, make);
      for (const [field, { required, when, or }] of settable(resource, 'insert')) {
        if (!required || or || (when && !when.is.includes(given[when.field] as string))) continue;
        for (const nothing of [undefined, null, ''])
          expect(errors({ ...given, [field]: nothing })).toContainEqual([field, 'resource.required']);
      }
    });

    const formal = wrong.filter(([, , key]) => !needsServer(key));
    test.runIf(formal.length > 0).each(formal)('%s refuses %j', async (field, value, key) => {
      expect(errors({ ...(await row(1, make)), [field]: value })).toContainEqual([field, key]);
    });

    /** The field and the key of each error. */
    function errors(values: object): [string | undefined, string | undefined][] {
      const body = insertBody(resource).safeParse(values);
      const { error } = body.success ? schema.safeParse(values) : body;
      return error
        ? fieldErrors(error, 'body').map(({ path, key }) => [path.split('.')[0], key.split('?')[0]])
        : [];
    }
  },
);
