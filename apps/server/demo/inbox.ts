import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { escapeHtml } from '../modules/people/mail/index.ts';
import type { Running, Services } from '../platform/services.ts';
import type { Progress } from '../progress.ts';
import type { Mailbox, Received } from './mailbox.ts';

const MAX_MAILS = 200;

/**
 * Mail of the demo: an SMTP server and a page with the received mails, both on loopback only. Nothing leaves this
 * machine.
 */
export function runInbox({
  services,
  progress,
  httpUrl,
}: {
  services: Services;
  progress: Progress;
  httpUrl: string;
}): Running {
  const { config, log } = services;
  if (config.smtpUrl) return { stop: async () => {} };
  let mailbox: Mailbox | undefined;
  const page = createServer((request, reply) => {
    // Prevents DNS rebinding: a page of another site under a host name that resolves to loopback must not read it.
    if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(request.headers.host ?? '')) {
      reply.writeHead(403).end();
      return;
    }
    const headers = {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
      'Cache-Control': 'no-store',
    };
    reply.writeHead(200, headers).end(inboxPage(mailbox?.messages ?? []));
  });
  const starting = (async () => {
    const { startMailbox } = await import('./mailbox.ts');
    mailbox = await startMailbox(MAX_MAILS);
    await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
    config.smtpUrl = mailbox.url;
    config.mailOrigin = httpUrl;
    const { port } = page.address() as AddressInfo;
    progress.print(`Mail of the demo stays on this machine: http://127.0.0.1:${port}`);
  })().catch((err: unknown) => log.error({ err }, 'the mail server of the demo could not be started'));
  return {
    async stop() {
      await starting;
      page.closeAllConnections();
      page.close();
      await mailbox?.stop();
    },
  };
}

function inboxPage(messages: readonly Received[]): string {
  const each = [...messages].reverse().map(({ to, email }) => {
    const text = escapeHtml(email.text ?? '').replace(
      /https?:\/\/[^\s<]+/g,
      (href) => `<a href="${href}">${href}</a>`,
    );
    return `<article><h2>${escapeHtml(email.subject ?? '')}</h2>
      <p>${escapeHtml(email.date ?? '')} · to ${escapeHtml(to.join(', '))}</p><pre>${text}</pre></article>`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <title>Mail of the demo</title><style>:root{color-scheme:light dark}body{font:14px/1.5 system-ui,sans-serif;max-width:720px;margin:24px auto;padding:0 16px}
    h1{font-size:20px}h2{font-size:16px;margin:0}article{border-top:1px solid #8885;padding:16px 0}p{margin:0;opacity:.7}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}</style>
    <h1>Mail of the demo</h1>${each.join('') || '<p>No mail yet. Reload this page after something was sent.</p>'}</html>`;
}
