import { rights } from '@voltloop/contract/rights.ts';
import type { Resource } from '@voltloop/resource-kit';
import { lazy } from 'react';
import { loadDocumentReports } from '../reporting/index.ts';
import type { PageViews, Row } from '../resources/index.ts';
import { DocumentSummary, useNextStep } from './document-summary.tsx';
import { lineSourceOf, noteCreated } from './line-source.ts';
import { LinesPanel } from './lines-panel.tsx';
import { kindOf } from './queries.ts';
import { useSteps } from './use-steps.ts';

const Reports = lazy(loadDocumentReports);
const ReportsPanel = ({ row }: { row: Row }) => <Reports id={row.id} />;

/** The views of every document kind beyond its declaration: its lines. */
export async function documentPage(kind: string): Promise<PageViews> {
  const declared = await kindOf(kind);
  const Panel = ({ row, resource }: { row: Row; resource: Resource }) => (
    <LinesPanel key={row.id} kind={kind} row={row} resource={resource} />
  );
  return {
    Summary: DocumentSummary,
    useNextStep,
    useSteps,
    firstPanel: 'lines',
    lineSource: lineSourceOf,
    onCreated: noteCreated,
    panels: [
      { id: 'lines', title: { en: 'Lines', zh: '明细' }, Panel },
      ...(Object.values(declared.presets).some(({ reports }) => reports)
        ? [
            {
              id: 'reports',
              title: { en: 'Reports', zh: '上报' },
              right: rights.reporting.see,
              Panel: ReportsPanel,
            },
          ]
        : []),
    ],
  };
}
