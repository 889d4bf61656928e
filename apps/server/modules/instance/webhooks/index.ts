import * as contract from '@voltloop/contract';
import type { Module } from '../../../platform/module.ts';
import { lazySecretBox } from '../../../platform/secret-box.ts';
import type { Services } from '../../../platform/services.ts';
import type { Core } from './core.ts';
import { addWebhook, pingWebhook, readWebhooks, remove, resume } from './manage.ts';
import { WebhookSender } from './sender.ts';

export interface Webhooks extends Module {
  /** Sends what is due now; resolves when nothing more is. For tests. */
  send(): Promise<void>;
}

/** Webhooks: changes of a tenant's records, posted to addresses of its own (docs/decisions/0092). */
export function createWebhooks(services: Services): Webhooks {
  const core: Core = {
    services,
    box: lazySecretBox(services.db, 'webhooks'),
    timeout_ms: 10_000,
    wake: () => sender.wake(),
  };
  const sender = new WebhookSender(core);
  return {
    routes(http) {
      http.implement(contract.listWebhooks, (ctx) => readWebhooks(core, ctx));
      http.implement(contract.createWebhook, (ctx, { body }) => addWebhook(core, ctx, body));
      http.implement(contract.testWebhook, (ctx, { params }) => pingWebhook(core, ctx, params.id));
      http.implement(contract.resumeWebhook, async (ctx, { params }) => {
        await resume(core, ctx, params.id);
        return null;
      });
      http.implement(contract.deleteWebhook, async (ctx, { params }) => {
        await remove(core, ctx, params.id);
        return null;
      });
    },
    async start() {
      sender.start();
    },
    stop: () => sender.stop(),
    send: () => sender.run(),
  };
}
