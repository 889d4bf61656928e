import { IconBarcode } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { rights } from '@voltloop/contract/rights.ts';
import { screens } from '@voltloop/resources/screens.ts';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { notifyError } from '../../ui/toast/notify-error.ts';
import type { Action, ActionProps } from '../resources/index.ts';
import { documentLines } from './queries.ts';

/** Opens the labels page with the codes of the lines. */
function ToLabels({ resource, ids, onClose }: ActionProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const latest = useRef({ onClose, navigate });
  latest.current = { onClose, navigate };
  const [id = ''] = ids;
  useEffect(() => {
    client
      .fetchQuery(documentLines(resource.name, id))
      .then(({ lines }) => {
        const codes = lines.flatMap(({ code }) => (code ? [String(code)] : []));
        void latest.current.navigate(`${screens.labels.path}?codes=${codes.join(',')}`);
      })
      .catch(notifyError)
      .finally(() => latest.current.onClose());
  }, [client, resource, id]);
  return null;
}

/** For the views of a document kind: prints the labels of its batteries, e.g. of a delivery just received. */
export const labelAction: Action = {
  id: 'labels',
  label: { en: 'Print labels', zh: '打印标签' },
  Icon: IconBarcode,
  right: rights.labels,
  at: ['row'],
  when: ({ pieces }) => Number(pieces) > 0,
  Run: ToLabels,
};
