/** What a link to the Event page shows; active events without `state`. */
interface EventsLink {
  state?: 'all';
  /** Only unacknowledged events. */
  unseen?: boolean;
  devid?: string;
  rule?: string;
  site?: string;
  /** An event whose details are open. */
  event?: string;
}

/** Address of the Event page, with parameters of its list (`eventsList`), which is not loaded for it. */
export function eventsPath({ unseen, ...link }: EventsLink = {}): string {
  const params = new URLSearchParams(link as Record<string, string>);
  if (unseen) params.set('unseen', '1');
  const query = params.toString();
  return `/endUserPage/faultyDevices/index${query ? `?${query}` : ''}`;
}
