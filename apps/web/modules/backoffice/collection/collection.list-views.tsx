import { IconPackageImport, IconPrinter, IconReceipt } from '@tabler/icons-react';
import { rightOf } from '@voltloop/resource-kit';
import { registry } from '@voltloop/resources/registry.ts';
import { lazy, Suspense } from 'react';
import { type Action, type ActionProps, type ListViews, newLink, type Row } from '../../resources/index.ts';
import { type PaperName, papers } from './sheet-data.ts';

const InvoiceDialog = lazy(() => import('./invoice-dialog.tsx'));
const PrintDialog = lazy(() => import('./print-dialog.tsx'));

const statusIn =
  (...states: string[]) =>
  ({ status }: Row) =>
    states.includes(String(status));

/** Opens a new receipt of the collection, with its goods by mass; packs are scanned there. */
const receive: Action = {
  id: 'receive',
  label: { en: 'Receive into stock', zh: '收货入库' },
  Icon: IconPackageImport,
  right: rightOf(registry.receipt as { menu: number }, 'insert'),
  at: ['row'],
  daily: true,
  when: statusIn('accepted', 'received', 'inspected'),
  to: ([row]) =>
    newLink(
      'receipt',
      {
        preset: 'collection',
        collectionId: row?.id,
        enterpriseId: row?.enterpriseId,
        customerId: row?.clientId,
        plate: row?.plate,
        weighTicketNo: row?.weighTicketNo,
      },
      { of: { kind: 'collection', id: row?.id ?? '' } },
    ),
};

const invoice: Action = {
  id: 'invoice',
  label: { en: 'Invoice', zh: '开票' },
  Icon: IconReceipt,
  right: rightOf(registry.invoice as { menu: number }, 'insert'),
  at: ['row'],
  daily: true,
  when: statusIn('settled'),
  Run: (props: ActionProps) => (
    <Suspense>
      <InvoiceDialog {...props} />
    </Suspense>
  ),
};

const print = (paper: PaperName, when?: (row: Row) => boolean): Action => ({
  id: `print-${paper}`,
  label: papers[paper].button,
  Icon: IconPrinter,
  at: ['row'],
  ...(when ? { when } : {}),
  Run: ({ ids: [id = ''], onClose }: ActionProps) => (
    <Suspense>
      <PrintDialog paper={paper} id={id} onClose={onClose} />
    </Suspense>
  ),
});

export const listViews: ListViews = {
  actions: [receive, invoice, print('quotation'), print('settlement', statusIn('settled'))],
};
