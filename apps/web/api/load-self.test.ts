import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { anna, installStorages, PageServer, reply } from './test-browser.ts';

installStorages();
const { loadSelf, savePreferences } = await import('./load-self.ts');
const { begin, useSession } = await import('./session.ts');

const server = new PageServer();
beforeAll(() => server.start());
afterAll(() => server.stop());
/** The languages that the page was given, in their order. */
let shown: unknown[] = [];
beforeEach(() => {
  server.requests = [];
  begin(anna);
  shown = [];
});
useSession.subscribe(({ login }, before) => {
  if (login?.language !== before.login?.language) shown.push(login?.language);
});

const asked = (): { language?: string } => JSON.parse(server.requests.at(-1)?.body || '{}');
const self = (language: string) => ({ ...anna, language });

test('a language that is switched twice ends as the second one, without flickering back', async () => {
  server.answer = (_, response) => {
    const { language = '' } = asked();
    setTimeout(() => reply(response, 200, 0, 'ok', self(language)), language === 'zh' ? 50 : 0);
  };
  await Promise.all([savePreferences({ language: 'zh' }), savePreferences({ language: 'en' })]);
  expect(server.requests.map(({ body }) => JSON.parse(body).language)).toEqual(['zh', 'en']);
  expect(shown).toEqual(['en']);
});

test('an answer from before a save does not undo it', async () => {
  server.answer = (_, response) => {
    if (asked().language) reply(response, 200, 0, 'ok', self('zh'));
    else setTimeout(() => reply(response, 200, 0, 'ok', self('en')), 50);
  };
  const loading = loadSelf();
  await new Promise((resolve) => setTimeout(resolve, 20));
  await savePreferences({ language: 'zh' });
  await loading;
  expect(shown).toEqual(['zh']);
});

test('a failed save does not block later ones', async () => {
  server.answer = (_, response) =>
    asked().language === 'zh'
      ? reply(response, 500, 5000000, 'no', null)
      : reply(response, 200, 0, 'ok', self('en'));
  const both = await Promise.allSettled([
    savePreferences({ language: 'zh' }),
    savePreferences({ language: 'en' }),
  ]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
});
