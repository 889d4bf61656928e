import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { noticeEmail } from './emails.ts';
import { hookRequest, refusal } from './requests.ts';
import { type EventLine, eventNotice, testNotice } from './words.ts';

const now = new Date(1_700_000_000_500);
const at = { origin: 'https://c.example', now };
const notice = testNotice('id-1', 'en', 'Voltloop');
const body = (request: { body: string }) => JSON.parse(request.body);

describe('requests are signed as their receivers verify it', () => {
  it('webhooks sign id, time and body, with the id as idempotency key', () => {
    const request = hookRequest(
      { kind: 'webhook', target: 'https://a.example/', secret: 's3cret' },
      notice,
      at,
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
    const url = new URL(hookRequest({ kind: 'dingtalk', target, secret: 'SEC1' }, notice, at).url);
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
      at,
    );
    expect(body(feishu)).toMatchObject({ timestamp: '1700000000', sign, msg_type: 'text' });
    const wecom = hookRequest(
      { kind: 'wecom', target: 'https://qyapi.weixin.qq.com/x', secret: null },
      notice,
      at,
    );
    expect(body(wecom)).toEqual({
      msgtype: 'text',
      text: { content: [notice.title, ...notice.lines, 'https://c.example/notifications/index'].join('\n') },
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

const plain = { value: null, threshold: null, site: null, owner: null, mobile: null, address: null };

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
    ...plain,
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
    ...plain,
  };
  const line = (language: 'en' | 'zh', changes: Partial<EventLine> = {}) =>
    eventNotice('m', language, [{ ...event, ...changes }]).lines[0];
  expect(line('en')).toBe('Fault · Over-voltage · House (HB-7) · began 26 Nov 2026, 10:04 (UTC-05:00)');
  expect(line('zh')).toBe('故障 · 过压 · House (HB-7) · 发生于 2026年11月26日 10:04 (UTC-05:00)');
  expect(line('en', { devname: '', zone: 'UTC' })).toContain(
    ' · HB-7 · began 26 Nov 2026, 15:04 (UTC+00:00)',
  );
});

describe('a notice about one event', () => {
  const low: EventLine = {
    id: '7',
    what: 'begin',
    devid: 'HB-7',
    devname: 'House',
    code: 'M_SOC.below',
    level: 2,
    name_en: 'Low charge',
    name_zh: '电量低',
    begin_time: 0,
    end_time: 60_000,
    zone: 'UTC',
    value: 12.5,
    threshold: 20,
    site: 'Lake Street 3',
    owner: 'Ann',
    mobile: '+61 400 000 000',
    address: '3 Lake Street',
  };

  it('says in its title what has happened', () => {
    const title = (language: 'en' | 'zh', what: EventLine['what']) =>
      eventNotice('m', language, [{ ...low, what }]).title;
    expect(title('en', 'begin')).toBe('Warning: Low charge · House');
    expect(title('en', 'end')).toBe('Ended: Warning: Low charge · House');
    expect(title('zh', 'end')).toBe('已恢复：告警：电量低 · House');
    expect(
      new Set((['begin', 'rise', 'end', 'reminder', 'escalation'] as const).map((w) => title('en', w))).size,
    ).toBe(5);
  });

  it('has value and limit, where the device is and whom to call, and a link to the event', () => {
    const notice = eventNotice('m', 'en', [low]);
    expect(notice.lines[0]).toContain(' · 12.5 % (limit 20.0 %)');
    expect(eventNotice('m', 'zh', [low]).lines[0]).toContain(' · 12.5 %（限值 20.0 %）');
    expect(notice.details).toEqual([
      'Site: Lake Street 3, Owner: Ann, Telephone: +61 400 000 000, Address: 3 Lake Street',
    ]);
    expect(noticeEmail(notice, 'https://c.example', null)).toMatchObject({
      paragraphs: [...notice.lines, ...notice.details],
      link: { href: 'https://c.example/endUserPage/faultyDevices/index?event=7' },
    });
    const bot = hookRequest(
      { kind: 'wecom', target: 'https://qyapi.weixin.qq.com/x', secret: null },
      notice,
      at,
    );
    expect(bot.body).toContain('?event=7');
    // Others read along in a chat.
    expect(bot.body).not.toContain('Ann');
    expect(
      body(hookRequest({ kind: 'webhook', target: 'https://a.example/', secret: 's' }, notice, at)),
    ).toMatchObject({
      url: 'https://c.example/endUserPage/faultyDevices/index?event=7',
      events: [{ value: 12.5, threshold: 20, site: 'Lake Street 3', mobile: '+61 400 000 000' }],
    });
  });
});
