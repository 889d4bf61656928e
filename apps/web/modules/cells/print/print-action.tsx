import { IconPrinter } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import type { Action, ActionProps } from '../../resources/index.ts';

const PrintDialog = lazy(() => import('./print-dialog.tsx'));

function Print({ ids: [id = ''], onClose }: ActionProps) {
  return (
    <Suspense>
      <PrintDialog id={id} onClose={onClose} />
    </Suspense>
  );
}

/** For the views of test reports: opens the print preview. */
export const printAction: Action = {
  id: 'print',
  label: { en: 'Print', zh: '打印' },
  Icon: IconPrinter,
  at: ['row'],
  Run: Print,
};
