import { encodedValues, partsOf } from '@voltloop/resources/battery/from-code.ts';
import { Card } from '../../../ui/index.ts';
import type { PageViews } from '../../resources/index.ts';
import { TracePanel } from '../../stock/index.ts';
import { BatterySummary } from './battery-summary.tsx';
import { CodePanel } from './code-panel.tsx';
import { MovesPanel } from './moves-panel.tsx';
import { TreePanel } from './tree-panel.tsx';

/** A battery's page shows its summary, its tree, its moves, and its decoded code. */
export const pageViews: PageViews = {
  Summary: BatterySummary,
  derived: { from: ['batteryCode'], compute: (values) => encodedValues(partsOf(values)) },
  panels: [
    { id: 'tree', title: { en: 'Pack, modules, cells', zh: '组成结构' }, Panel: TreePanel },
    { id: 'moves', title: { en: 'Moves', zh: '流转记录' }, Panel: MovesPanel },
    {
      id: 'trace',
      title: { en: 'Origin and end', zh: '来源与去向' },
      Panel: ({ row }) => (
        <Card>
          <TracePanel id={row.id} />
        </Card>
      ),
    },
    { id: 'code', title: { en: 'Code', zh: '编码解析' }, Panel: CodePanel },
  ],
};
