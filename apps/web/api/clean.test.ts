import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedFields, cleanBody, fillPath, queryText, updateBody } from './clean.ts';

describe('empty fields are left out (specification section 5)', () => {
  it('drops undefined, null and empty text from queries, and keeps 0 and false', () => {
    expect(queryText({ a: undefined, b: null, c: '', d: 0, e: false, f: 'x y' })).toBe('?d=0&e=false&f=x+y');
    expect(queryText({ a: null })).toBe('');
    expect(queryText(undefined)).toBe('');
  });
  it('joins lists with commas, and drops empty ones', () => {
    expect(queryText({ userIds: ['1', '2'], none: [] })).toBe('?userIds=1%2C2');
  });
  it('cleans bodies at every depth and keeps list positions', () => {
    expect(
      cleanBody({ a: '', b: { c: null, d: 1, e: '' }, f: [{ g: '' }, null, ''], h: false, i: 0 }),
    ).toEqual({
      b: { d: 1 },
      f: [{}, null, ''],
      h: false,
      i: 0,
    });
    expect(cleanBody([])).toEqual([]);
  });
  it('leaves no empty field in any nested object', () => {
    const hasEmpty = (value: unknown): boolean =>
      Array.isArray(value)
        ? value.some((each) => typeof each === 'object' && each !== null && hasEmpty(each))
        : typeof value === 'object' &&
          value !== null &&
          Object.values(value).some(
            (each) => each === null || each === undefined || each === '' || hasEmpty(each),
          );
    fc.assert(fc.property(fc.object({ maxDepth: 4 }), (body) => !hasEmpty(cleanBody(body))));
  });
});

describe('paths', () => {
  it('fills in parameters, encoded', () => {
    expect(fillPath('/v1/things/tenants/:tenantId/things/:devNo', { tenantId: 't/1', devNo: 'a b' })).toBe(
      '/v1/things/tenants/t%2F1/things/a%20b',
    );
  });
  it('throws on a missing parameter instead of requesting "undefined"', () => {
    expect(() => fillPath('/v1/:tenantId', {})).toThrow(/tenantId/);
    expect(() => fillPath('/v1/:tenantId', { tenantId: '' })).toThrow(/tenantId/);
  });
});

describe('the body of an update', () => {
  it('lists cleared fields, keeps 0 and false, and ignores undefined', () => {
    const body = updateBody({
      name: 'Anna',
      city: '',
      company: null,
      address: undefined,
      level: 0,
      on: false,
    });
    expect(body).toEqual({ name: 'Anna', level: 0, on: false, clearFields: ['city', 'company'] });
    expect(cleanBody(body)).toEqual(body);
  });

  it('has no clearFields when nothing was cleared', () => {
    expect(updateBody({ name: 'Anna' })).toEqual({ name: 'Anna' });
  });

  it('has only the changed fields of a form', () => {
    const before = { name: 'Anna', city: 'Bonn', company: null, level: 1 };
    const after = { name: 'Anne', city: '', company: '', level: 1 };
    expect(changedFields(before, after)).toEqual({ name: 'Anne', city: '' });
    expect(updateBody(changedFields(before, after))).toEqual({ name: 'Anne', clearFields: ['city'] });
  });
});
