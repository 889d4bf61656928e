import * as contract from '@voltloop/contract';
import { lazily } from '../../../platform/lazily.ts';
import type { Module } from '../../../platform/module.ts';
import { lazySecretBox } from '../../../platform/secret-box.ts';
import type { Services } from '../../../platform/services.ts';
import { eventCodes } from '../../fleet/events/index.ts';
import type { Mail } from '../../people/mail/index.ts';
import { confirmChannel, deleteChannel, insertChannel, resumeChannel, testChannel } from './channels.ts';
import type { Core } from './core.ts';
import { escalationPeople } from './people.ts';
import { insertPushChannel } from './push-channels.ts';
import { setQuietHours } from './quiet-hours.ts';
import { listMessages, readNotifications } from './read-notifications.ts';
import { deleteRule, previewRule, saveRule } from './rules.ts';
import { Sender, type SenderOptions } from './sender.ts';
import { vapidOf, vapidSubject } from './vapid.ts';

export interface Notifications extends Module {
  /** Sends everything due now; resolves when nothing is left. */
  send(): Promise<void>;
}

const SENDING: SenderOptions = { timeout_ms: 10_000, lease_ms: 120_000 };

/** Notifications of events: a person's channels and rules, and the outbox from which they are sent. */
export function createNotifications(services: Services, mail: Mail): Notifications {
  const { db } = services;
  const core: Core = {
    services,
    mail,
    box: lazySecretBox(db, 'notifications'),
    vapid: lazily(async () => vapidOf(db, await core.box(), vapidSubject(services.config))),
    wake: () => sender.wake(),
  };
  const sender = new Sender(core, SENDING);
  return {
    routes(http) {
      http.implement(contract.getNotifications, (ctx) => readNotifications(core, ctx));
      http.implement(contract.insertChannel, (ctx, { body }) => insertChannel(core, ctx, body));
      http.implement(contract.insertPushChannel, (ctx, { body }) => insertPushChannel(core, ctx, body));
      http.implement(contract.confirmChannel, async (ctx, { params, body }) => {
        await confirmChannel(core, ctx, params.id, body.code);
        return null;
      });
      http.implement(contract.testChannel, async (ctx, { params }) => {
        await testChannel(core, ctx, params.id);
        return null;
      });
      http.implement(contract.resumeChannel, async (ctx, { params }) => {
        await resumeChannel(core, ctx, params.id);
        return null;
      });
      http.implement(contract.deleteChannel, async (ctx, { params }) => {
        await deleteChannel(core, ctx, params.id);
        return null;
      });
      http.implement(contract.insertNotificationRule, async (ctx, { body }) => ({
        id: await saveRule(core, ctx, body, null),
      }));
      http.implement(contract.updateNotificationRule, async (ctx, { params, body }) => {
        await saveRule(core, ctx, body, params.id);
        return null;
      });
      http.implement(contract.deleteNotificationRule, async (ctx, { params }) => {
        await deleteRule(core, ctx, params.id);
        return null;
      });
      http.implement(contract.previewNotificationRule, (ctx, { body }) => previewRule(core, ctx, body));
      http.implement(contract.listEventCodes, async (ctx) => ({
        list: await eventCodes(db, ctx.caller, ctx.now),
      }));
      http.implement(contract.listEscalationPeople, async (ctx, { query }) => ({
        list: await escalationPeople(db, ctx, query.search),
      }));
      http.implement(contract.setQuietHours, async (ctx, { body }) => {
        await setQuietHours(core, ctx, body);
        return null;
      });
      http.implement(contract.listNotificationMessages, (ctx, { query }) => listMessages(db, ctx, query));
    },
    async start() {
      sender.start();
    },
    stop: () => sender.stop(),
    send: () => sender.run(),
  };
}
