import type { PageViews } from '../resources/index.ts';
import { CurvePanel } from './curve-panel.tsx';
import { ReportSummary } from './report-summary.tsx';

/** A test report's page shows its curve. */
export const pageViews: PageViews = {
  Summary: ReportSummary,
  useNextStep: ({ status }) => (status === 'draft' ? 'sign' : null),
  panels: [{ id: 'curve', title: { en: 'Curve', zh: '充放电曲线' }, Panel: CurvePanel }],
};
