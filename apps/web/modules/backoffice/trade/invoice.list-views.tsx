import { IconPrinter, IconReceiptRefund } from '@tabler/icons-react';
import { creditInvoice } from '@voltloop/contract/calls/invoice.ts';
import { rightOf } from '@voltloop/resource-kit';
import { registry } from '@voltloop/resources/registry.ts';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call } from '../../../api/call.ts';
import { ConfirmDialog } from '../../../ui/index.ts';
import {
  type Action,
  type ActionProps,
  type ListViews,
  rowPath,
  traceAction,
} from '../../resources/index.ts';

/** Creates the draft of a credit invoice and opens it. */
function Credit({ ids, onClose, onChanged }: ActionProps) {
  const { t } = useTranslation('trade');
  const navigate = useNavigate();
  const [id = ''] = ids;
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('credit.title')}
      confirmLabel={t('credit.confirm')}
      onConfirm={async () => {
        const made = await call(creditInvoice, { body: { id } });
        onChanged();
        void navigate(rowPath('invoice', made.id));
      }}
    >
      {t('credit.text')}
    </ConfirmDialog>
  );
}

const credit: Action = {
  id: 'credit',
  label: { en: 'Credit', zh: '红冲' },
  Icon: IconReceiptRefund,
  right: rightOf(registry.invoice as { menu: number }, 'insert'),
  at: ['row'],
  when: ({ status, originalId }) => status === 'issued' && originalId === null,
  Run: Credit,
};

const PrintInvoice = lazy(() => import('./print-invoice.tsx'));

const print: Action = {
  id: 'print',
  label: { en: 'Print', zh: '打印' },
  Icon: IconPrinter,
  at: ['row'],
  Run: ({ ids: [id = ''], onClose }) => (
    <Suspense>
      <PrintInvoice id={id} onClose={onClose} />
    </Suspense>
  ),
};

/** An issued invoice is reversed by a credit invoice; each is printed like a document. */
export const listViews: ListViews = {
  actions: [
    traceAction('invoice', ({ status }) => status === 'issued' || status === 'credited'),
    credit,
    print,
  ],
};
