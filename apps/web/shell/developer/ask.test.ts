import { getSelf } from '@voltloop/contract/calls/accounts.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anna, installStorages, PageServer, reply } from '../../api/test-browser.ts';

installStorages();
const { ask } = await import('./ask.ts');
const { begin } = await import('../../api/session.ts');
const { toast, useToasts } = await import('../../ui/toast/toast.ts');

const server = new PageServer();
beforeAll(() => server.start());
afterAll(() => server.stop());
beforeEach(() => {
  begin(anna);
  useToasts.setState({ toasts: [] });
});
const toasts = () =>
  useToasts.getState().toasts.map(({ tone, what, duration_ms }) => [tone, what, duration_ms]);

describe('calls with the helper of the specification', () => {
  it('shows a failure as a warning of 5 s and resolves to null', async () => {
    server.answer = (_, response) => reply(response, 409, 4090001, 'The name is taken');
    expect(await ask(getSelf)).toBeNull();
    expect(toasts()).toEqual([['warning', { text: 'The name is taken' }, 5000]]);
  });

  it('shows the texts of the catalogue for known errors', async () => {
    server.answer = (_, response) => reply(response, 403, 4030001, '当前用户没有权限');
    expect(await ask(getSelf)).toBeNull();
    expect(toasts()).toEqual([['warning', { ns: 'errors', key: 'noPermission' }, 5000]]);
  });

  it('returns a body with a truthy result and shows nothing', async () => {
    server.answer = (_, response) =>
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"result":true,"data":[1]}');
    expect(await ask(getSelf)).toEqual({ result: true, data: [1] });
    expect(toasts()).toEqual([]);
  });

  it('returns the raw body and shows nothing when handling is switched off', async () => {
    server.answer = (_, response) => reply(response, 500, 5000001, 'server busy');
    expect(await ask(getSelf, { handleErrors: false })).toEqual({
      code: 5000001,
      message: 'server busy',
      result: false,
      data: null,
    });
    expect(toasts()).toEqual([]);
  });
});

it('shows warnings and errors for 5 s by default', () => {
  toast.warning({ text: 'a' });
  toast.error({ text: 'b' });
  toast.error({ text: 'c' }, 2000);
  expect(useToasts.getState().toasts.map((each) => each.duration_ms)).toEqual([5000, 5000, 2000]);
});
