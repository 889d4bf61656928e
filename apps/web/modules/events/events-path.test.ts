import { eventsList } from '@voltloop/contract/lists/events.list.ts';
import { expect, it } from 'vitest';
import { listAddress } from '../../ui/list/list-view.ts';
import { eventsPath } from './events-path.ts';

it('is an address that the list of events understands', () => {
  const { first, fromUrl } = listAddress(eventsList);
  const path = eventsPath({ state: 'all', unseen: true, devid: 'HB1', rule: 'r', site: 's', event: 'e' });
  const params = new URL(path, 'http://localhost').searchParams;
  expect(fromUrl(params)).toEqual({
    ...first,
    state: null,
    unseen: true,
    devid: 'HB1',
    rule: 'r',
    site: 's',
  });
  expect(params.get('event')).toBe('e');
  expect(fromUrl(new URL(eventsPath(), 'http://localhost').searchParams)).toEqual(first);
});
