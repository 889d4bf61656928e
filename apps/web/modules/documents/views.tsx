import { rights } from '@voltloop/contract/rights.ts';
import { isCount, isTransfer, type Resource } from '@voltloop/resource-kit';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { loadDocumentReports } from '../reporting/index.ts';
import type { CellProps, Row, Views } from '../resources/index.ts';
import { traceAction } from '../traceability/index.ts';
import { arriveAction } from './arrive-action.ts';
import { broughtLines } from './brought-lines.ts';
import { copyAction } from './copy-action.ts';
import { DocumentSummary, useNextStep } from './document-summary.tsx';
import { labelAction } from './label-action.tsx';
import { LinesPanel } from './lines-panel.tsx';
import { printAction } from './print/print-action.tsx';
import { kindOf } from './queries.ts';
import { takeOverAction } from './take-over.tsx';

/** A draft has no number before it is submitted or posted. */
function NumberCell({ row }: CellProps) {
  const { t } = useTranslation('documents');
  return row.no ? String(row.no) : t('noNumber');
}

const Reports = lazy(loadDocumentReports);
const ReportsPanel = ({ row }: { row: Row }) => <Reports id={row.id} />;

/** What every document kind shows beyond its declaration: its lines. */
export async function documentViews(kind: string): Promise<Views> {
  const declared = await kindOf(kind);
  const { resource } = declared;
  const Panel = ({ row, resource }: { row: Row; resource: Resource }) => (
    <LinesPanel key={row.id} kind={kind} row={row} resource={resource} />
  );
  return {
    cells: { no: NumberCell },
    Summary: DocumentSummary,
    useNextStep,
    firstPanel: 'lines',
    brings: broughtLines,
    // A count is made afresh: what another one has counted says nothing of now.
    actions: [
      traceAction(kind, ({ status }) => status === 'posted' || status === 'voided'),
      printAction,
      labelAction,
      ...(kind === 'opening' ? [takeOverAction] : []),
      ...(isTransfer(declared) ? [arriveAction(resource)] : []),
      ...(isCount(declared) ? [] : [copyAction(resource)]),
    ],
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
