import { IconCopy } from '@tabler/icons-react';
import { type Resource, rightOf, settable } from '@voltloop/resource-kit';
import { type Action, newLink } from '../resources/index.ts';

/** For the views of a document kind: creates a document with the fields and lines of this one, dated today. */
export const copyAction = (resource: Resource): Action => ({
  id: 'copy',
  label: { en: 'Copy', zh: '复制' },
  Icon: IconCopy,
  right: rightOf(resource, 'insert'),
  at: ['row'],
  to: ([row]) => {
    const names = settable(resource, 'insert').flatMap(([name]) => (name === 'day' ? [] : [name]));
    const values = Object.fromEntries(names.map((name) => [name, row?.[name]]));
    return newLink(resource.name, values, { of: { kind: resource.name, id: row?.id ?? '' } });
  },
});
