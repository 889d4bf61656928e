import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getNotifications, listNotificationMessages } from '@voltloop/contract/calls/notifications.ts';
import { call } from '../../api/call.ts';

export const NOTIFICATIONS = 'notifications';

export const ownNotifications = queryOptions({
  queryKey: [NOTIFICATIONS, 'own'],
  queryFn: ({ signal }) => call(getNotifications, { signal }),
});

export const messagePage = (page: number, size: number) =>
  queryOptions({
    queryKey: [NOTIFICATIONS, 'messages', page, size],
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
    queryFn: ({ signal }) =>
      call(listNotificationMessages, { query: { current_page: page, page_size: size }, signal }),
  });
