import { issue } from '@voltloop/resources/issue/issue.resource.ts';
import { describe, expect, it } from 'vitest';
import { linesIn, newLink, valuesIn } from './new-link.ts';

const id = '018f0000-0000-7000-8000-000000000001';
const code = (n: number) => `001PB030000001F31${String(n).padStart(7, '0')}`;
const partsOf = (link: string) => {
  const url = new URL(link, 'http://console.invalid');
  return { values: valuesIn(issue, url.search), lines: linesIn(url.hash) };
};

describe('the link to a new document', () => {
  it('contains fields and lines', () => {
    const link = newLink('issue', { preset: 'sale', storeId: id, remark: 'a & b' }, { codes: [code(1)] });
    expect(link).toMatch(/^\/backoffice\/issue\/new\?preset=sale&/);
    expect(partsOf(link)).toEqual({
      values: { preset: 'sale', storeId: id, remark: 'a & b' },
      lines: { codes: [code(1)] },
    });
  });
  it('is the plain page without values', () => {
    expect(newLink('issue')).toBe('/backoffice/issue/new');
    expect(newLink('issue', { remark: null, plate: '' }, { codes: [] })).toBe('/backoffice/issue/new');
    expect(partsOf(newLink('issue'))).toEqual({ values: {}, lines: null });
  });
  it('carries a thousand codes in the fragment, which servers do not read', () => {
    const codes = Array.from({ length: 1000 }, (_, n) => code(n));
    const link = newLink('issue', {}, { codes });
    expect(link.split('#')[0]).toBe('/backoffice/issue/new');
    expect(partsOf(link).lines).toEqual({ codes });
  });
  it('names the document whose lines are copied', () => {
    expect(partsOf(newLink('issue', {}, { of: { kind: 'issue', id } })).lines).toEqual({
      of: { kind: 'issue', id },
    });
  });
});

describe('the URL of a new row', () => {
  it('ignores unknown fields, server fields and invalid values', () => {
    const search =
      '?nothing=1&no=CK1&status=posted&pieces=4&preset=stolen&storeId=x&day=2026-02-31&constructor=a';
    expect(valuesIn(issue, search)).toEqual({});
  });
  it('keeps the valid values beside invalid ones', () => {
    expect(valuesIn(issue, `?preset=nope&storeId=${id}&day=2026-02-28`)).toEqual({
      storeId: id,
      day: '2026-02-28',
    });
  });
  it('ignores invalid and duplicate codes', () => {
    expect(linesIn(`#codes=${code(1)}.<b>.${code(1)}.${code(2)}`)).toEqual({ codes: [code(1), code(2)] });
    expect(linesIn('#codes=&linesOf=issue')).toBeNull();
    const rest = { kind: 'movement', id: crypto.randomUUID(), rest: true };
    expect(linesIn(newLink('movement', {}, { of: rest }).split('#')[1] ?? '')).toEqual({ of: rest });
    expect(linesIn('#section')).toBeNull();
  });
});
