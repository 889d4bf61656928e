import { inputOf, type Resource, settable, type Values } from '@voltloop/resource-kit';
import { newPath } from './loaded.ts';
import type { NewLines } from './views.ts';

/** Pure: the URL of the page of a new row, with initial values. */

/**
 * A link to the page of a new row with initial field values and, for a document, lines. Lines are in the fragment,
 * whose length no server limits.
 */
export function newLink(name: string, values: Values = {}, { codes = [], of }: NewLines = {}): string {
  const fields = new URLSearchParams(
    Object.entries(values).flatMap(([field, value]) =>
      (typeof value === 'string' && value !== '') || typeof value === 'number'
        ? [[field, String(value)]]
        : [],
    ),
  );
  const lines = new URLSearchParams({
    ...(codes.length > 0 ? { codes: codes.join('.') } : {}),
    ...(of ? { linesOf: [of.kind, of.id, ...(of.rest ? ['rest'] : [])].join('.') } : {}),
  });
  return [
    newPath(name),
    ...(fields.size > 0 ? [`?${fields}`] : []),
    ...(lines.size > 0 ? [`#${lines}`] : []),
  ].join('');
}

/** Field values in a URL; unknown names and invalid values are dropped. */
export function valuesIn(resource: Resource, search: string): Values {
  const given = new URLSearchParams(search);
  return Object.fromEntries(
    settable(resource, 'insert').flatMap(([name, field]) => {
      const text = given.get(name);
      if (!text || field.kind === 'files' || field.kind === 'lines') return [];
      const read = inputOf(field).safeParse(text);
      return read.success ? [[name, read.data]] : [];
    }),
  );
}

/** Lines in a URL; null without any. */
export function linesIn(hash: string): NewLines | null {
  const given = new URLSearchParams(hash.replace(/^#/, ''));
  const codes = (given.get('codes') ?? '').split('.').filter((code) => /^[0-9A-Z]{1,24}$/.test(code));
  const [, kind, id, rest] = /^(\w+)\.([\w-]{36})(\.rest)?$/.exec(given.get('linesOf') ?? '') ?? [];
  if (codes.length === 0 && !id) return null;
  return {
    ...(codes.length > 0 ? { codes: [...new Set(codes)] } : {}),
    ...(kind && id ? { of: { kind, id, ...(rest ? { rest: true } : {}) } } : {}),
  };
}
