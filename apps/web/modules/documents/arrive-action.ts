import { IconTruckDelivery } from '@tabler/icons-react';
import { type Resource, rightOf } from '@voltloop/resource-kit';
import { type Action, newLink } from '../resources/index.ts';

/** For the views of document kinds with transport: creates the arrival of the goods still in transit. */
export const arriveAction = (resource: Resource): Action => ({
  id: 'arrive',
  label: { en: 'Register arrival', zh: '登记到货' },
  Icon: IconTruckDelivery,
  right: rightOf(resource, 'insert'),
  at: ['row'],
  daily: true,
  when: ({ preset, status }) => preset === 'transfer' && status === 'posted',
  to: ([row]) => {
    const id = row?.id ?? '';
    const fields = { preset: 'arrival', transferId: id, toStoreId: row?.toStoreId };
    return newLink(resource.name, fields, { of: { kind: resource.name, id, rest: true } });
  },
});
