import { expect, test } from 'vitest';
import { actionLabel } from './action-words.ts';

test('every action without a generic verb has its own text in both languages', () => {
  const own = ['brand.host', 'matching.run', 'passportModel.values', 'site.putTariff', 'command.lateReply'];
  for (const action of own)
    for (const language of ['en', 'zh'] as const) expect(actionLabel(action, language)).not.toBe(action);
  expect(actionLabel('brand.host', 'zh')).toBe('修改品牌域名');
});
