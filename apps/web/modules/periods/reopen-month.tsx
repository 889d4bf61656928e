import { Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type Period, reopenPeriod } from '@voltloop/contract/calls/periods.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { ConfirmDialog } from '../../ui/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import { PERIODS } from './queries.ts';

interface ReopenMonthProps {
  period: Period;
  onClose: () => void;
}

/** Asks for the reason to reopen a closed month, which is recorded in the audit trail. */
export function ReopenMonth({ period: { month }, onClose }: ReopenMonthProps) {
  const { t } = useTranslation('periods');
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      danger
      disabled={reason.trim() === ''}
      title={t('reopen.title', { month })}
      confirmLabel={t('reopen.button')}
      onConfirm={async () => {
        try {
          await call(reopenPeriod, { body: { month, reason: reason.trim() } });
        } finally {
          void client.invalidateQueries({ queryKey: [PERIODS] });
        }
        toast.success({ ns: 'periods', key: 'reopen.done', values: { month } });
      }}
    >
      {t('reopen.text')}
      <Textarea
        mt="sm"
        label={t('reopen.reason')}
        required
        autosize
        minRows={2}
        maxRows={6}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        data-autofocus
      />
    </ConfirmDialog>
  );
}
