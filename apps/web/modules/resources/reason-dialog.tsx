import type { Cause } from '@voltloop/resource-kit';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/index.ts';
import { completeReason, NO_REASON, ReasonFields } from './reason-fields.tsx';

interface ReasonDialogProps {
  title: ReactNode;
  /** The consequence. */
  text: string;
  confirmLabel: string;
  /** Selectable causes. */
  offered: readonly Cause[];
  onClose: () => void;
  onConfirm: (why: { cause: Cause; reason?: string }) => Promise<unknown>;
}

/** Asks for the reason before a record is deleted or goods are taken out of use. */
export default function ReasonDialog({
  title,
  text,
  confirmLabel,
  offered,
  onClose,
  onConfirm,
}: ReasonDialogProps) {
  const [reason, setReason] = useState(NO_REASON);
  const { t, i18n } = useTranslation('backoffice');
  const why = completeReason(offered, reason);
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      danger
      disabled={why === null}
      title={title}
      confirmLabel={confirmLabel}
      onConfirm={() => (why ? onConfirm(why) : false)}
    >
      {text}
      {i18n.language === 'zh' ? '' : ' '}
      {t('reason.kept')}
      <ReasonFields offered={offered} value={reason} onChange={setReason} />
    </ConfirmDialog>
  );
}
