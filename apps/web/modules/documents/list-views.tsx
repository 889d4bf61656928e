import { isCount, isTransfer } from '@voltloop/resource-kit';
import { useTranslation } from 'react-i18next';
import { NO_VALUE, useFormat } from '../../ui/index.ts';
import { isByMass, isUnweighed } from '../../ui/text/by-mass.ts';
import { type CellProps, type ListViews, traceAction, Value } from '../resources/index.ts';
import { arriveAction } from './arrive-action.ts';
import { copyAction } from './copy-action.ts';
import { labelAction } from './label-action.tsx';
import { printAction } from './print/print-action.tsx';
import { kindOf } from './queries.ts';
import { takeOverAction } from './take-over.tsx';

/** A draft has no number before it is submitted or posted. */
function NumberCell({ row }: CellProps) {
  const { t } = useTranslation('documents');
  return row.no ? String(row.no) : t('noNumber');
}

/** Goods by mass are not counted in pieces. */
function PiecesCell({ row }: CellProps) {
  const { number } = useFormat();
  const pieces = Number(row.pieces ?? 0);
  return isByMass(pieces, String(row.kg ?? 0)) ? NO_VALUE : number(pieces);
}

export async function documentList(kind: string): Promise<ListViews> {
  const declared = await kindOf(kind);
  const { resource } = declared;
  const MassCell = (props: CellProps) =>
    isUnweighed(Number(props.row.pieces ?? 0), String(props.row.kg ?? 0)) ? (
      NO_VALUE
    ) : (
      <Value {...props} resource={resource} />
    );
  return {
    cells: { no: NumberCell, pieces: PiecesCell, kg: MassCell },
    // A count cannot be copied: another one's findings are outdated.
    actions: [
      traceAction(kind, ({ status }) => status === 'posted' || status === 'voided'),
      printAction,
      labelAction,
      ...(kind === 'opening' ? [takeOverAction] : []),
      ...(isTransfer(declared) ? [arriveAction(resource)] : []),
      ...(isCount(declared) ? [] : [copyAction(resource)]),
    ],
  };
}
