import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { anna, installStorages, PageServer, reply } from '../api/test-browser.ts';

installStorages();
const page = Object.assign(new EventTarget(), { hidden: false });
Object.assign(globalThis, { window: new EventTarget(), document: page });
const { begin } = await import('../api/session.ts');
const { noteRefusal } = await import('../api/refusals.ts');
const { refreshRightsOnFocus } = await import('./fresh-rights.ts');

const server = new PageServer();
beforeAll(() => server.start());
afterAll(() => server.stop());

test('a refusal soon after a check causes another check, and several at once only one', async () => {
  const staff = { ...anna, roleIds: [1000] };
  server.answer = (_, response) => reply(response, 200, 0, 'ok', staff);
  begin(staff);
  const stop = refreshRightsOnFocus();
  const requestCount = () => server.requests.length;
  window.dispatchEvent(new Event('focus'));
  await vi.waitFor(() => expect(requestCount()).toBe(1));
  // The role may have changed since the focus: the result of that check is stale.
  for (let i = 0; i < 5; i++) noteRefusal();
  await vi.waitFor(() => expect(requestCount()).toBe(2), 5000);
  // Nothing is fetched for a closed page.
  noteRefusal();
  stop();
  await new Promise((done) => setTimeout(done, 2200));
  expect(requestCount()).toBe(2);
}, 15_000);
