import { rights } from '@voltloop/contract/rights.ts';
import type { Views } from '../../resources/index.ts';
import { BatteriesPanel } from './batteries-panel.tsx';

export const views: Views = {
  panels: [
    {
      id: 'batteries',
      title: { en: 'Batteries', zh: '车载电池' },
      right: rights.batteries,
      Panel: BatteriesPanel,
    },
  ],
};
