import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { acknowledgeEvents } from '@voltloop/contract/calls/events.ts';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { call } from '../../api/call.ts';
import { useAccount } from '../../context/use-account.ts';
import { TextAreaField } from '../../ui/form/fields.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Dialog, useFormat } from '../../ui/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import { EVENTS } from './queries.ts';

const schema = z.object({ remark: z.string().trim().max(500).optional() });

interface AckDialogProps {
  /** Events to acknowledge; an empty list closes the dialog. */
  ids: readonly string[];
  /** An existing note. */
  remark?: string | null;
  onClose: () => void;
  onDone?: () => void;
}

/** Acknowledges events, with an optional note. */
export function AckDialog({ ids, remark, onClose, onDone }: AckDialogProps) {
  const { t } = useTranslation('events');
  const { number } = useFormat();
  const client = useQueryClient();
  const { tenantId } = useAccount();
  const count = ids.length;
  return (
    <Dialog opened={count > 0} onClose={onClose} title={t('ack.title', { count, n: number(count) })}>
      <Text size="sm" c="var(--vl-ink-2)" mb="sm">
        {t('ack.text')}
      </Text>
      <Form
        schema={schema}
        initial={{ remark: remark ?? '' }}
        submitLabel={t('ack.submit')}
        onCancel={onClose}
        onSubmit={async (values) => {
          await call(acknowledgeEvents, {
            params: { tenantId },
            body: { ids: [...ids], remark: values.remark },
          });
          toast.success({
            ns: 'events',
            key: count === 1 ? 'ack.done_one' : 'ack.done_other',
            values: { n: number(count) },
          });
          await client.invalidateQueries({ queryKey: [EVENTS] });
          onDone?.();
          onClose();
        }}
      >
        <TextAreaField
          name="remark"
          label={t('ack.note')}
          placeholder={t('ack.notePlaceholder')}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={500}
          data-autofocus
        />
      </Form>
    </Dialog>
  );
}
