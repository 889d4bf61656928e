import { expect, test } from 'vitest';
import { sayAction } from './action-words.ts';

test('actions whose second part is no general verb have words in both languages', () => {
  const own = ['brand.host', 'matching.run', 'passportModel.values', 'site.putTariff', 'command.lateReply'];
  for (const action of own)
    for (const language of ['en', 'zh'] as const) expect(sayAction(action, language)).not.toBe(action);
  expect(sayAction('brand.host', 'zh')).toBe('修改品牌域名');
});
