import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hookRequest, refusal } from './requests.ts';
import { type EventLine, eventNotice, testNotice } from './words.ts';

const now = new Date(1_700_000_000_500);
const notice = testNotice('id-1', 'en', 'Voltloop');
const body = (request: { body: string }) => JSON.parse(request.body);

describe('requests are signed as their receivers verify it', () => {
  it('webhooks sign id, time and body, with the id as idempotency key', () => {
    const request = hookRequest(
      { kind: 'webhook', target: 'https://a.example/', secret: 's3cret' },
      notice,
      now,
    );
    const expected = createHmac('sha256', 's3cret').update(`id-1.1700000000.${request.body}`).digest('hex');
    expect(request.headers).toMatchObject({
      'Idempotency-Key': 'id-1',
      'X-Voltloop-Timestamp': '1700000000',
      'X-Voltloop-Signature': `v1=${expected}`,
    });
    expect(body(request)).toMatchObject({ id: 'id-1', what: 'test', events: [] });
  });
  it('DingTalk has milliseconds and signature in the address', () => {
    const target = 'https://oapi.dingtalk.com/robot/send?access_token=abc';
    const url = new URL(hookRequest({ kind: 'dingtalk', target, secret: 'SEC1' }, notice, now).url);
    const sign = createHmac('sha256', 'SEC1').update('1700000000500\nSEC1').digest('base64');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      access_token: 'abc',
      timestamp: '1700000000500',
      sign,
    });
  });
  it('Feishu has seconds and signature in the body; WeCom only the key in the address', () => {
    const sign = createHmac('sha256', '1700000000\nkey').digest('base64');
    const feishu = hookRequest(
      { kind: 'feishu', target: 'https://open.feishu.cn/x', secret: 'key' },
      notice,
      now,
    );
    expect(body(feishu)).toMatchObject({ timestamp: '1700000000', sign, msg_type: 'text' });
    const wecom = hookRequest(
      { kind: 'wecom', target: 'https://qyapi.weixin.qq.com/x', secret: null },
      notice,
      now,
    );
    expect(body(wecom)).toEqual({
      msgtype: 'text',
      text: { content: [notice.title, ...notice.lines].join('\n') },
    });
  });
});

it.each([
  ['webhook', 204, '', null],
  ['webhook', 302, '', 'HTTP 302'],
  ['dingtalk', 200, '{"errcode":0,"errmsg":"ok"}', null],
  ['dingtalk', 200, '{"errcode":310000,"errmsg":"sign not match"}', '310000: sign not match'],
  ['feishu', 200, '{"code":19021,"msg":"sign match fail"}', '19021: sign match fail'],
  ['feishu', 200, '{"StatusCode":0,"StatusMessage":"success"}', null],
  ['wecom', 200, '<html>', 'the answer is not JSON'],
] as const)('%s answering %i %s', (kind, status, text, expected) => {
  expect(refusal(kind, status, text)).toBe(expected);
});

it('many events are one notice that names twenty and counts the rest', () => {
  const event: Omit<EventLine, 'id'> = {
    what: 'begin',
    devid: 'D',
    devname: 'House',
    code: 'X',
    name_en: 'Over-voltage',
    name_zh: '过压',
    level: 3,
    begin_time: 0,
    end_time: null,
    zone: 'UTC',
  };
  const events = Array.from({ length: 23 }, (_, i) => ({ ...event, id: String(i) }));
  expect(eventNotice('m', 'zh', events)).toMatchObject({
    title: '23 条设备事件',
    lines: { length: 21, 20: '另有 3 条' },
  });
  expect(eventNotice('m', 'en', events.slice(0, 1)).title).toBe('Fault: Over-voltage · House');
});

it('a line names the device with its id, and the time with the offset of its zone', () => {
  const event: EventLine = {
    id: '1',
    what: 'begin',
    devid: 'HB-7',
    devname: 'House',
    code: 'X',
    level: 3,
    name_en: 'Over-voltage',
    name_zh: '过压',
    end_time: null,
    zone: 'America/New_York',
    begin_time: Date.parse('2026-11-26T15:04:00Z'),
  };
  const line = (language: 'en' | 'zh', changes: Partial<EventLine> = {}) =>
    eventNotice('m', language, [{ ...event, ...changes }]).lines[0];
  expect(line('en')).toBe('Fault · Over-voltage · House (HB-7) · began 26 Nov 2026, 10:04 (UTC-05:00)');
  expect(line('zh')).toBe('故障 · 过压 · House (HB-7) · 发生于 2026年11月26日 10:04 (UTC-05:00)');
  expect(line('en', { devname: '', zone: 'UTC' })).toContain(
    ' · HB-7 · began 26 Nov 2026, 15:04 (UTC+00:00)',
  );
});
