import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { anna, installStorages, PageServer, reply } from './test-browser.ts';

installStorages();
const { loadSelf, savePreferences } = await import('./load-self.ts');
const { begin, useSession } = await import('./session.ts');

const server = new PageServer();
beforeAll(() => server.start());
afterAll(() => server.stop());
/** The languages that the session changed to, in order. */
let languages: unknown[] = [];
beforeEach(() => {
  server.requests = [];
  begin(anna);
  languages = [];
});
useSession.subscribe(({ login }, before) => {
  if (login?.language !== before.login?.language) languages.push(login?.language);
});

const lastBody = (): { language?: string } => JSON.parse(server.requests.at(-1)?.body || '{}');
const self = (language: string) => ({ ...anna, language });

test('switching the language twice ends with the second one, without flickering back', async () => {
  server.answer = (_, response) => {
    const { language = '' } = lastBody();
    setTimeout(() => reply(response, 200, 0, 'ok', self(language)), language === 'zh' ? 50 : 0);
  };
  await Promise.all([savePreferences({ language: 'zh' }), savePreferences({ language: 'en' })]);
  expect(server.requests.map(({ body }) => JSON.parse(body).language)).toEqual(['zh', 'en']);
  expect(languages).toEqual(['en']);
});

test('a response from before a save does not undo it', async () => {
  server.answer = (_, response) => {
    if (lastBody().language) reply(response, 200, 0, 'ok', self('zh'));
    else setTimeout(() => reply(response, 200, 0, 'ok', self('en')), 50);
  };
  const loading = loadSelf();
  await new Promise((resolve) => setTimeout(resolve, 20));
  await savePreferences({ language: 'zh' });
  await loading;
  expect(languages).toEqual(['zh']);
});

test('a failed save does not block later ones', async () => {
  server.answer = (_, response) =>
    lastBody().language === 'zh'
      ? reply(response, 500, 5000000, 'no', null)
      : reply(response, 200, 0, 'ok', self('en'));
  const both = await Promise.allSettled([
    savePreferences({ language: 'zh' }),
    savePreferences({ language: 'en' }),
  ]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
});
