import { addressKinds, insertChannel, newChannel } from '@voltloop/contract/calls/notifications.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import styles from '../../ui/dialog/dialogs.module.css';
import { SelectField, TextField } from '../../ui/form/fields.tsx';
import { Form } from '../../ui/form/form.tsx';
import { SecretOnce } from '../../ui/form/secret-once.tsx';
import { Dialog } from '../../ui/index.ts';

/** Kinds with a field for a secret: bots that can verify signatures. */
const signed: ReadonlySet<string> = new Set(['dingtalk', 'feishu']);

interface Props {
  opened: boolean;
  /** Whether the server can send e-mail. */
  mail: boolean;
  onClose: () => void;
  onMade: (id: string, kind: string) => void;
}

/** Adds a channel; for a webhook it then shows the secret once. */
export function ChannelDialog({ opened, mail, onClose, onMade }: Props) {
  const { t } = useTranslation(['notifications', 'account']);
  const [secret, setSecret] = useState<string | null>(null);
  const close = () => {
    setSecret(null);
    onClose();
  };
  const kinds = addressKinds.filter((kind) => mail || kind !== 'email');
  return (
    <Dialog opened={opened} onClose={close} title={t(secret ? 'channel.secretTitle' : 'channel.add')}>
      {secret ? (
        <SecretOnce
          text={t('channel.secretOnce')}
          label={t('channel.secretShown')}
          secret={secret}
          copyLabel={t('webhooks.copy', { ns: 'account' })}
          onClose={close}
        />
      ) : (
        <Form
          schema={newChannel}
          initial={{ kind: kinds[0] ?? 'webhook', name: '', target: '', secret: '' }}
          submitLabel={t('channel.add')}
          onCancel={close}
          onSubmit={async (body) => {
            // A secret typed for one kind must not be kept for another.
            const { secret: _, ...rest } = body;
            const made = await call(insertChannel, { body: signed.has(body.kind) ? body : rest });
            if (made.secret === null && body.kind !== 'email') close();
            setSecret(made.secret);
            onMade(made.id, body.kind);
          }}
        >
          {(form) => (
            <>
              {!mail && <p className={styles.text}>{t('channel.noMail')}</p>}
              <SelectField
                name="kind"
                data-autofocus
                label={t('channel.kind')}
                required
                data={kinds.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
              />
              <TextField
                name="name"
                label={t('channel.name')}
                description={t('channel.nameHint')}
                required
                maxLength={80}
              />
              <TextField
                name="target"
                type={form.watch('kind') === 'email' ? 'email' : 'url'}
                label={t('channel.target')}
                description={form.watch('kind') === 'email' ? undefined : t('channel.targetHint')}
                required
                maxLength={500}
                autoComplete="off"
              />
              {signed.has(form.watch('kind')) && (
                <TextField
                  name="secret"
                  label={t('channel.secret')}
                  description={t('channel.secretHint')}
                  maxLength={200}
                  autoComplete="off"
                />
              )}
            </>
          )}
        </Form>
      )}
    </Dialog>
  );
}
