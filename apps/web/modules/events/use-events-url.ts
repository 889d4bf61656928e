import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type EventView, viewFromUrl, viewToUrl } from './events-url.ts';

const inPlace = { replace: true, preventScrollReset: true };

/** The filters and the open event of the list, in the URL. */
export function useEventsUrl() {
  const [params, setParams] = useSearchParams();
  const query = params.toString();
  const view = useMemo(() => viewFromUrl(new URLSearchParams(query)), [query]);
  return {
    view,
    show: (next: Partial<EventView>) =>
      setParams((now) => viewToUrl({ ...viewFromUrl(now), page: 1, ...next }, now), inPlace),
    opened: params.get('event'),
    open: (id: string | null) =>
      setParams((now) => {
        const next = new URLSearchParams(now);
        if (id) next.set('event', id);
        else next.delete('event');
        return next;
      }, inPlace),
  };
}
