import { expect, test } from 'vitest';
import { actionLabel } from './action-words.ts';

test('actions whose second part is no general verb have words in both languages', () => {
  const own = ['brand.host', 'matching.run', 'passportModel.values', 'site.putTariff', 'command.lateReply'];
  for (const action of own)
    for (const language of ['en', 'zh'] as const) expect(actionLabel(action, language)).not.toBe(action);
  expect(actionLabel('brand.host', 'zh')).toBe('修改品牌域名');
});
