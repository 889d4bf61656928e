import { exportHistory } from '@voltloop/contract/calls/telemetry.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anna, installStorages, PageServer, reply } from './test-browser.ts';

installStorages();
const { fetchFile, fileNameOf, messageInstead } = await import('./download.ts');
const { begin } = await import('./session.ts');

it('fileNameOf reads both forms and prefers the one with a character set', () => {
  expect(fileNameOf('attachment; filename="VL-1_2026.csv"', 'x')).toBe('VL-1_2026.csv');
  expect(fileNameOf('attachment; filename="a.csv"; filename*=UTF-8\'\'%E7%94%B5%E6%B1%A0.csv', 'x')).toBe(
    '电池.csv',
  );
  expect(fileNameOf('attachment; filename=plain.xlsx', 'x')).toBe('plain.xlsx');
});

it('falls back without a usable name, and never returns a path', () => {
  expect(fileNameOf(null, 'history.csv')).toBe('history.csv');
  expect(fileNameOf('attachment', 'history.csv')).toBe('history.csv');
  expect(fileNameOf("attachment; filename*=UTF-8''%E7%9", 'history.csv')).toBe('history.csv');
  expect(fileNameOf('attachment; filename="../../etc/passwd"', 'x')).toBe('passwd');
  expect(fileNameOf('attachment; filename="C:\\tmp\\a.csv"', 'x')).toBe('a.csv');
});

it('removes control characters and writing directions from a name', () => {
  expect(fileNameOf('attachment; filename="a\u0007b\u202egpj.csv"', 'x')).toBe('abgpj.csv');
  expect(fileNameOf('attachment; filename=".."', 'x')).toBe('x');
});

describe('a spreadsheet download', () => {
  const server = new PageServer();
  beforeAll(async () => {
    await server.start();
    begin(anna);
  });
  afterAll(() => server.stop());
  const options = { params: { tenantId: 't', thingsId: 'x' }, query: { begin_time: 1, end_time: 2 } };

  it('has the name in its header, in UTF-8 too, and the name excel without one', async () => {
    server.answer = (_, response) => {
      response.writeHead(200, {
        'content-type': 'text/csv',
        'content-disposition': "attachment; filename*=UTF-8''%E7%94%B5.csv",
      });
      response.end('a,b');
    };
    const named = await fetchFile(exportHistory, options);
    expect(named).toMatchObject({ name: '电.csv' });
    expect('blob' in named && (await named.blob.text())).toBe('a,b');
    server.answer = (_, response) => response.writeHead(200, { 'content-type': 'text/csv' }).end('a');
    expect(await fetchFile(exportHistory, options)).toMatchObject({ name: 'excel' });
  });

  it('returns a message in place of a file: a warning, or information for the codes 0 and 2001001', async () => {
    server.answer = (_, response) => reply(response, 200, 1, 'ignored', 'Too many rows');
    expect(await fetchFile(exportHistory, options)).toEqual({ tone: 'warning', text: 'Too many rows' });
    server.answer = (_, response) => reply(response, 200, 0, 'It comes by mail');
    expect(await fetchFile(exportHistory, options)).toEqual({ tone: 'info', text: 'It comes by mail' });
    expect(messageInstead({ code: 2001001, message: 'ok' }).tone).toBe('info');
    // Without a text the catalogue's 'server busy' is used.
    expect(messageInstead({ code: 7, message: '', data: {} })).toEqual({ tone: 'warning', text: null });
    expect(messageInstead(null)).toEqual({ tone: 'warning', text: null });
  });

  it('throws an error for a refusal', async () => {
    server.answer = (_, response) => reply(response, 403, 4030001, '当前用户没有权限');
    await expect(fetchFile(exportHistory, options)).rejects.toMatchObject({ status: 403, code: 4030001 });
  });
});
