import { IconPackageImport } from '@tabler/icons-react';
import { rights, takeOverStock } from '@voltloop/contract';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { ConfirmDialog } from '../../ui/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import type { Action, ActionProps } from '../resources/index.ts';

/** Adds the stock that the store of an opening document had before the ledger as its lines. */
function TakeOver({ ids: [id = ''], onClose, onChanged }: ActionProps) {
  const { t } = useTranslation('documents');
  const takeOver = async () => {
    const { added, left } = await call(takeOverStock, { body: { id } });
    onChanged();
    const key = left > 0 ? 'takeOver.more' : 'takeOver.done';
    toast.success({ ns: 'documents', key, values: { count: String(added), left: String(left) } });
  };
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('takeOver.title')}
      confirmLabel={t('takeOver.confirm')}
      onConfirm={takeOver}
    >
      {t('takeOver.text')}
    </ConfirmDialog>
  );
}

/** For the views of opening documents. */
export const takeOverAction: Action = {
  id: 'takeOver',
  label: { en: 'Take over existing stock', zh: '带入现有库存' },
  Icon: IconPackageImport,
  right: rights.openings,
  at: ['row'],
  daily: true,
  when: ({ status }) => status === 'draft' || status === 'returned',
  Run: TakeOver,
};
