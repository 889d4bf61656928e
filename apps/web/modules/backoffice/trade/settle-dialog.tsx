import { useQueryClient } from '@tanstack/react-query';
import { type OrderProgress, settleDelivery } from '@voltloop/contract/calls/order.ts';
import { callsOf } from '@voltloop/resource-kit';
import { settlementForm } from '@voltloop/resources/order/settlement-form.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { ApiError } from '../../../api/errors.ts';
import { Dialog } from '../../../ui/index.ts';
import { insertBody, RecordForm } from '../../resources/index.ts';

interface SettleDialogProps {
  delivery: OrderProgress['deliveries'][number];
  onClose: () => void;
}

const loaded = { resource: settlementForm, calls: callsOf(settlementForm), views: {} };

/** The customer's weighing and the laboratory's result: settled mass and amount are computed while typing. */
export default function SettleDialog({
  delivery: { id, issueNo, terms, settled },
  onClose,
}: SettleDialogProps) {
  const { t } = useTranslation('trade');
  const client = useQueryClient();
  const initial = useMemo(
    () => ({ ...terms, ...(settled ? { settledOn: settled.on, assayNo: settled.assayNo ?? '' } : {}) }),
    [terms, settled],
  );
  const title = t('byMetal.settleOf', { no: issueNo });
  return (
    <Dialog opened onClose={onClose} title={title} size="lg">
      <RecordForm
        plain
        loaded={loaded}
        row={null}
        given={initial}
        label={title}
        submitLabel={t('byMetal.settle')}
        onCancel={onClose}
        onSubmit={async (values) => {
          try {
            await call(settleDelivery, { body: { id, values: insertBody(settlementForm, values) } });
          } catch (error) {
            throw atInputs(error);
          }
          onClose();
          await client.invalidateQueries({ queryKey: ['rows'] });
        }}
      />
    </Dialog>
  );
}

/** Maps an error of the call to the inputs of the form: `values.kg` is its `kg`. */
function atInputs(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const fields = error.fields.map((field) => ({ ...field, path: field.path.replace(/^values\./, '') }));
  return new ApiError(error.status, error.code, error.message, fields, error.body);
}
