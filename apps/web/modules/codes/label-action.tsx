import { IconBarcode } from '@tabler/icons-react';
import { rights } from '@voltloop/contract/rights.ts';
import { rooms } from '@voltloop/resources/rooms.ts';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { Action, ActionProps } from '../resources/index.ts';

/** Takes the chosen batteries to the page of labels. */
function ToLabels({ ids, onClose }: ActionProps) {
  const navigate = useNavigate();
  useEffect(() => {
    onClose();
    void navigate(`${rooms.labels.path}?ids=${ids.join(',')}`);
  }, [ids, onClose, navigate]);
  return null;
}

/** For the views of batteries: prints the labels of one or of all that are chosen. */
export const labelAction: Action = {
  id: 'labels',
  label: { en: 'Print labels', zh: '打印标签' },
  Icon: IconBarcode,
  right: rights.labels,
  at: ['row', 'selection'],
  Run: ToLabels,
};
