import { live, sendMessage } from '@voltloop/contract';
import { describe, expect, it } from 'vitest';
import { docsPage } from './docs-page.ts';
import { contractRoutes, openapiDocument } from './openapi.ts';

describe('the OpenAPI document', () => {
  const document = openapiDocument(contractRoutes());
  const send = document.paths['/v1/things/tenants/{tenantId}/things/{thingsId}/messages']?.post;

  it('has every route of the contract, including aliases, each under a unique name', () => {
    const operations = Object.values(document.paths).flatMap((p) => Object.values(p));
    const places = contractRoutes().flatMap((r) => [r.path, ...(r.aliases ?? [])]);
    expect(operations).toHaveLength(places.length);
    expect(new Set(operations.map((o) => o.operationId)).size).toBe(places.length);
  });

  it('describes parameters as sent, with their defaults and limits', () => {
    const byName = Object.fromEntries(send?.parameters.map((p) => [p.name, p]) ?? []);
    expect(byName.tenantId).toMatchObject({ in: 'path', required: true });
    expect(byName.timeout).toMatchObject({ in: 'query', required: false, schema: { default: 30_000 } });
    expect(byName.async?.schema).toMatchObject({
      default: 'false',
      enum: expect.arrayContaining(['true', 'false']),
    });
  });

  it('declares exactly the parameters of each path', () => {
    for (const [path, operations] of Object.entries(document.paths))
      for (const { parameters } of Object.values(operations))
        expect(parameters.filter((p) => p.in === 'path').map((p) => `{${p.name}}`)).toEqual(
          expect.arrayContaining(path.match(/\{\w+\}/g) ?? []),
        );
    const own = document.paths['/passport/{serial}']?.get?.parameters.map((p) => p.name);
    expect(own).not.toContain('gtin');
  });

  it('names the properties of records, and has no reference that a generator of types could not resolve', () => {
    const required: string[] = [];
    JSON.stringify(document, (key, value) => {
      if (key !== 'properties' && Array.isArray(value?.required))
        required.push(...value.required.filter((name: string) => !(name in (value.properties ?? {}))));
      return value;
    });
    expect(required).toEqual([]);
    expect(
      JSON.stringify(document)
        .match(/"\$ref":"[^"]*"/g)
        ?.filter((ref) => !ref.includes('Failure')),
    ).toEqual([]);
  });

  it('describes permitted callers and possible errors', () => {
    expect(send?.description).toContain('0, 1, 2');
    expect(send?.security).toEqual([{ token: [] }]);
    expect(Object.keys(send?.responses ?? {})).toEqual(['200', '400', '401', '403', '404', 'default']);
    const { paths } = openapiDocument([live]);
    expect(paths['/v1/live']?.get?.responses[200]).toEqual({ description: 'No JSON: a stream or a file' });
  });

  it('renders a page without script that escapes all text', () => {
    const page = docsPage(openapiDocument([{ ...sendMessage, summary: '<script>alert(1)</script>' }]));
    expect(page).not.toContain('<script');
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page).not.toMatch(/(src|href)="https?:/);
  });
});
