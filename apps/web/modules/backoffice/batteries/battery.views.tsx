import { partsOf, sayingOf } from '@voltloop/resources/battery/from-code.ts';
import { labelAction } from '../../codes/index.ts';
import type { Views } from '../../resources/index.ts';
import { CodePanel } from './code-panel.tsx';
import { documentActions } from './document-actions.ts';
import { OpeningNotice } from './opening-notice.tsx';
import { TreePanel } from './tree-panel.tsx';

/** A battery's page shows the tree that it stands in, and what its code says. */
export const views: Views = {
  Summary: OpeningNotice,
  actions: [...documentActions, labelAction],
  follows: { from: ['batteryCode'], say: (values) => sayingOf(partsOf(values)) },
  panels: [
    { id: 'tree', title: { en: 'Pack, modules, cells', zh: '组成结构' }, Panel: TreePanel },
    { id: 'code', title: { en: 'Code', zh: '编码解析' }, Panel: CodePanel },
  ],
};
