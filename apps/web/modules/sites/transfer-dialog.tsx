import { useQueryClient } from '@tanstack/react-query';
import { requestTransfer } from '@voltloop/contract/calls/site-transfers.ts';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { call } from '../../api/call.ts';
import { useAccount } from '../../context/use-account.ts';
import { SwitchField, TextAreaField, TextField } from '../../ui/form/fields.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Dialog } from '../../ui/index.ts';
import { toast } from '../../ui/toast/toast.ts';

const form = z.object({
  receiver: z.string().trim().min(1, 'resource.required').max(64),
  share_history: z.boolean(),
  message: z.string().trim().max(500),
});

interface TransferDialogProps {
  /** A site, or one device. */
  of: { site: string; name: string } | { devid: string } | null;
  onClose: () => void;
}

/** Requests the transfer of a site or a device to another account. */
export function TransferDialog({ of, onClose }: TransferDialogProps) {
  const { t } = useTranslation('sites');
  const { tenantId } = useAccount();
  const client = useQueryClient();
  const name = of && ('site' in of ? of.name : of.devid);
  return (
    <Dialog opened={of !== null} onClose={onClose} title={t('transfer.request', { name: name ?? '' })}>
      {of && (
        <Form
          schema={form}
          initial={{ receiver: '', share_history: false, message: '' }}
          submitLabel={t('transfer.send')}
          onCancel={onClose}
          onSubmit={async (values) => {
            const what = 'site' in of ? { site: of.site } : { devid: of.devid };
            await call(requestTransfer, { params: { tenantId }, body: { ...what, ...values } });
            toast.success({ ns: 'sites', key: 'transfer.sent' });
            await client.invalidateQueries({ queryKey: ['sites'] });
            onClose();
          }}
        >
          <TextField
            name="receiver"
            label={t('transfer.receiver')}
            description={t('transfer.receiverHint')}
            required
            data-autofocus
            autoComplete="off"
            spellCheck={false}
            maxLength={64}
          />
          <SwitchField
            name="share_history"
            label={t('transfer.share')}
            description={t('transfer.shareHint')}
          />
          <TextAreaField name="message" label={t('transfer.message')} maxLength={500} autosize minRows={2} />
        </Form>
      )}
    </Dialog>
  );
}
