import { rightOf } from '@voltloop/resource-kit/rights.ts';
import { registry } from '@voltloop/resources/registry.ts';
import { ProposalPanel } from '../../cells/index.ts';
import type { PageViews } from '../../resources/index.ts';

export const pageViews: PageViews = {
  panels: [
    {
      id: 'health',
      title: { en: 'Proposed health', zh: '健康状态建议' },
      right: rightOf(registry.testReport as { menu: number }),
      Panel: ProposalPanel,
    },
  ],
};
