import { MultiSelect } from '@mantine/core';
import { createWebhook, MAX_WEBHOOKS, newWebhook } from '@voltloop/contract/calls/webhooks.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { ApiError } from '../../api/errors.ts';
import dialogs from '../../ui/dialog/dialogs.module.css';
import { TextField, useField } from '../../ui/form/fields.tsx';
import { Form } from '../../ui/form/form.tsx';
import { SecretOnce } from '../../ui/form/secret-once.tsx';
import { Dialog, InWords } from '../../ui/index.ts';

interface WebhookDialogProps {
  /** Object types to choose from, with their labels. */
  types: { value: string; label: string }[];
  onClose: () => void;
}

/** Adds a webhook; then shows its secret, this once. It cannot be closed by accident then. */
export default function WebhookDialog({ types, onClose }: WebhookDialogProps) {
  const { t } = useTranslation('account');
  const [made, setMade] = useState<{ name: string; secret: string } | null>(null);
  return (
    <Dialog
      opened
      onClose={onClose}
      closable={made === null}
      title={made ? t('webhooks.readyTitle', { name: made.name }) : t('webhooks.add')}
    >
      {made ? (
        <SecretOnce
          text={t('webhooks.readyText')}
          label={t('webhooks.secret')}
          secret={made.secret}
          copyLabel={t('webhooks.copy')}
          onClose={onClose}
        />
      ) : (
        <Form
          schema={newWebhook}
          initial={{ name: '', url: '', object_types: [] }}
          submitLabel={t('webhooks.add')}
          onCancel={onClose}
          onSubmit={async (body) => {
            try {
              const { secret, webhook } = await call(createWebhook, { body });
              setMade({ name: webhook.name, secret });
            } catch (error) {
              const isFull = error instanceof ApiError && error.status === 409;
              throw isFull ? new InWords(t('webhooks.full', { count: MAX_WEBHOOKS })) : error;
            }
          }}
        >
          <p className={dialogs.text}>{t('webhooks.addText')}</p>
          <TextField
            name="name"
            label={t('webhooks.name')}
            required
            data-autofocus
            maxLength={60}
            autoComplete="off"
          />
          <TextField
            name="url"
            type="url"
            label={t('webhooks.url')}
            description={t('webhooks.urlHint')}
            required
            maxLength={500}
            autoComplete="off"
          />
          <TypesField data={types} />
        </Form>
      )}
    </Dialog>
  );
}

function TypesField({ data }: { data: WebhookDialogProps['types'] }) {
  const { t } = useTranslation('account');
  const { field, error } = useField('object_types');
  return (
    <MultiSelect
      {...field}
      label={t('webhooks.types')}
      description={t('webhooks.typesHint')}
      data={data}
      error={error}
      searchable
      clearable
    />
  );
}
