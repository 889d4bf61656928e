import { IconBarcode } from '@tabler/icons-react';
import { rights } from '@voltloop/contract/rights.ts';
import { screens } from '@voltloop/resources/screens.ts';
import type { Action } from '../resources/index.ts';

/** For the views of batteries: prints the labels of one or of all selected. */
export const labelAction: Action = {
  id: 'labels',
  label: { en: 'Print labels', zh: '打印标签' },
  Icon: IconBarcode,
  right: rights.labels,
  at: ['row', 'selection'],
  to: (rows) => `${screens.labels.path}?ids=${rows.map(({ id }) => id).join(',')}`,
};
