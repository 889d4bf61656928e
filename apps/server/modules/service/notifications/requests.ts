import { cutText } from '@voltloop/protocol/text.ts';
import { signedRequest } from '../../../platform/outbound/signed-request.ts';
import { readJson } from '../../../platform/storable.ts';
import { dingtalkSignature, feishuSignature } from './signatures.ts';
import type { Notice } from './words.ts';

export type HookKind = 'webhook' | 'dingtalk' | 'wecom' | 'feishu';

/** The only host that addresses of a bot may have, as its vendor defines it; those of a webhook may have any. */
export const botHosts: Readonly<Record<Exclude<HookKind, 'webhook'>, string>> = {
  dingtalk: 'oapi.dingtalk.com',
  wecom: 'qyapi.weixin.qq.com',
  feishu: 'open.feishu.cn',
};

export interface HookRequest {
  url: string;
  headers: Record<string, string>;
  body: string | Uint8Array;
}

type TextRequest = HookRequest & { body: string };

/** The request that sends a notice to a webhook or bot. */
export function hookRequest(
  { kind, target, secret }: { kind: HookKind; target: string; secret: string | null },
  notice: Notice,
  { origin, now }: { origin: string; now: Date },
): TextRequest {
  const time_s = Math.floor(now.getTime() / 1000);
  const text = [notice.title, ...notice.lines, ...(origin ? [`${origin}${notice.path}`] : [])].join('\n');
  const json = (body: object, url = target): TextRequest => ({
    url,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  switch (kind) {
    case 'dingtalk': {
      const url = new URL(target);
      if (secret) {
        url.searchParams.set('timestamp', String(now.getTime()));
        url.searchParams.set('sign', dingtalkSignature(secret, now.getTime()));
      }
      return json({ msgtype: 'text', text: { content: text } }, url.href);
    }
    case 'wecom':
      return json({ msgtype: 'text', text: { content: text } });
    case 'feishu':
      return json({
        ...(secret ? { timestamp: String(time_s), sign: feishuSignature(secret, time_s) } : {}),
        msg_type: 'text',
        content: { text },
      });
    case 'webhook': {
      const { id, what, title, events, path } = notice;
      const content = {
        id,
        what,
        title,
        time: now.getTime(),
        url: origin ? `${origin}${path}` : null,
        events,
      };
      return signedRequest({ url: target, secret: secret ?? '', id }, content, now);
    }
  }
}

/**
 * Why an answer means that the notice was not accepted; null when it was. DingTalk, WeCom and Feishu answer 200 and put
 * the error in the body; a kind that reports errors by status needs a branch here, which the compiler does not require.
 */
export function refusal(kind: HookKind, status: number, text: string): string | null {
  if (status < 200 || status > 299) return `HTTP ${status}`;
  if (kind === 'webhook') return null;
  const answer = readJson(text) as Record<string, unknown> | null;
  if (typeof answer !== 'object' || answer === null) return 'the answer is not JSON';
  const code = answer.errcode ?? answer.code ?? answer.StatusCode;
  return code === 0 ? null : cutText(`${code}: ${String(answer.errmsg ?? answer.msg ?? '')}`, 300);
}
