import { IconCopy } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { rightOf, settable } from '@voltloop/resource-kit';
import { registry } from '@voltloop/resources/registry.ts';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { notifyError } from '../../parts/notify-error.ts';
import { type Action, type ActionProps, load, newLink, oneRow } from '../resources/index.ts';

/** Opens the page of a new document with the fields and lines of this one; its day is today. */
function Copy({ resource, ids, onClose }: ActionProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const latest = useRef({ onClose, navigate });
  latest.current = { onClose, navigate };
  const [id = ''] = ids;
  useEffect(() => {
    const open = async () => {
      const row = await client.fetchQuery(oneRow(await load(resource.name), id));
      const names = settable(resource, 'insert').flatMap(([name]) => (name === 'day' ? [] : [name]));
      const values = Object.fromEntries(names.map((name) => [name, row[name]]));
      void latest.current.navigate(newLink(resource.name, values, { of: { kind: resource.name, id } }));
    };
    open()
      .catch(notifyError)
      .finally(() => latest.current.onClose());
  }, [client, resource, id]);
  return null;
}

/** For the views of a document kind. */
export const copyAction = (kind: string): Action => ({
  id: 'copy',
  label: { en: 'Copy', zh: '复制' },
  Icon: IconCopy,
  right: rightOf(registry[kind] as { menu: number }, 'insert'),
  at: ['row'],
  Run: Copy,
});
