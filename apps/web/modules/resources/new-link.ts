import { inputOf, type Resource, settable, type Values } from '@voltloop/resource-kit';
import { newPath } from './loaded.ts';
import type { NewLines } from './views.ts';

/** Pure: the address of the page of a new row, which carries what is known of the row already. */

/**
 * A link to the page of a new row with some of its fields filled in, and for a document with its lines. Lines are
 * behind `#`: the part of an address that no server limits.
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

/** Fields of the form that an address fills in; unknown names and values that no form would take are left out. */
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

/** Lines that an address brings; null where it brings none. */
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
