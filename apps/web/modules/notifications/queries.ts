import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import {
  getNotifications,
  listEscalationPeople,
  listEventCodes,
  listNotificationMessages,
  type NotificationRuleBody,
  previewNotificationRule,
} from '@voltloop/contract/calls/notifications.ts';
import { listSites } from '@voltloop/contract/calls/sites.ts';
import { listThings } from '@voltloop/contract/calls/things.ts';
import { listUsers } from '@voltloop/contract/calls/users.ts';
import { call } from '../../api/call.ts';
import type { Choice } from '../../ui/form/search-select.tsx';
import { thisBrowser } from './this-browser.ts';

export const NOTIFICATIONS = 'notifications';
/** Maximum of choices listed in a field. */
const OFFERED = 20;

export const ownNotifications = queryOptions({
  queryKey: [NOTIFICATIONS, 'own'],
  queryFn: ({ signal }) => call(getNotifications, { signal }),
});

/** The server's id of this browser; null while it has no subscription. */
export const ownBrowser = queryOptions({
  queryKey: [NOTIFICATIONS, 'browser'],
  queryFn: thisBrowser,
});

export const messagePage = (page: number, size: number) =>
  queryOptions({
    queryKey: [NOTIFICATIONS, 'messages', page, size],
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
    queryFn: ({ signal }) =>
      call(listNotificationMessages, { query: { current_page: page, page_size: size }, signal }),
  });

export const eventCodeList = queryOptions({
  queryKey: [NOTIFICATIONS, 'codes'],
  staleTime: 60_000,
  queryFn: async ({ signal }) => (await call(listEventCodes, { signal })).list,
});

type Matched = Pick<NotificationRuleBody, 'least_level' | 'codes' | 'account_id' | 'site_id' | 'devid'>;

/** Not fetched for null. */
export const rulePreview = (body: Matched | null) =>
  queryOptions({
    queryKey: [NOTIFICATIONS, 'preview', body],
    staleTime: 30_000,
    retry: false,
    queryFn: body ? ({ signal }) => call(previewNotificationRule, { body, signal }) : skipToken,
  });

const offered = (what: string, search: string, load: (signal: AbortSignal) => Promise<Choice[]>) => ({
  queryKey: [NOTIFICATIONS, 'offered', what, search],
  staleTime: 15_000,
  queryFn: ({ signal }: { signal: AbortSignal }) => load(signal),
});

export const accountChoices = (tenantId: string, search: string) =>
  offered('accounts', search, async (signal) => {
    const query = { search, limit: OFFERED, sort: 'name', with_self: true } as const;
    const { list } = await call(listUsers, { params: { tenantId }, query, signal });
    return list.map(({ id, name, user_name }) => ({ value: id, label: `${name} · ${user_name}` }));
  });

export const siteChoices = (tenantId: string, search: string) =>
  offered('sites', search, async (signal) => {
    const query = { search, page_size: OFFERED };
    const { list } = await call(listSites, { params: { tenantId }, query, signal });
    return list.map(({ id, name, owner }) => ({
      value: id,
      label: owner ? `${name} · ${owner.name}` : name,
    }));
  });

export const deviceChoices = (tenantId: string, search: string) =>
  offered('devices', search, async (signal) => {
    const query = { search, page_size: OFFERED, sort: 'devname' } as const;
    const { list } = await call(listThings, { params: { tenantId }, query, signal });
    return list.map(({ devid, devname }) => ({
      value: devid,
      label: devname && devname !== devid ? `${devname} · ${devid}` : devid,
    }));
  });

export const personChoices = (search: string, words: { parent: string; unreachable: string }) =>
  offered('people', search, async (signal) => {
    const { list } = await call(listEscalationPeople, { query: { search }, signal });
    return list.map(({ id, name, is_parent, reachable }) => ({
      value: id,
      label: [name, ...(is_parent ? [words.parent] : []), ...(reachable ? [] : [words.unreachable])].join(
        ' · ',
      ),
    }));
  });
