import { Button, Group, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { createInvitation, kindsBelow, newInvitation } from '@voltloop/contract/calls/users.ts';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { call } from '../../api/call.ts';
import { languageNames, languages } from '../../context/i18n.ts';
import { languageOf } from '../../context/language-of.ts';
import { loadSetupInfo, useSetupInfo } from '../../context/setup-info.ts';
import { useAccount } from '../../context/use-account.ts';
import styles from '../../ui/dialog/dialogs.module.css';
import { FieldRow, NumberField, SelectField, TextField } from '../../ui/form/fields.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Dialog, useFormat } from '../../ui/index.ts';
import { copyText } from '../../ui/text/copy-text.ts';
import { toast } from '../../ui/toast/toast.ts';
import { inviteLink } from './invite-link.ts';

const QrCode = lazy(() => import('../../ui/qr-code/qr-code.tsx').then(({ QrCode }) => ({ default: QrCode })));

const DAY_HOURS = 24;
const days = [1, 7, 30] as const;
const schema = newInvitation.omit({ valid_hours: true, email: true }).extend({
  email: z.union([z.literal(''), newInvitation.shape.email.unwrap()]),
  language: newInvitation.shape.language.unwrap(),
  days: z.enum(['1', '7', '30']),
  max_uses: newInvitation.shape.max_uses.unwrap(),
});

interface Made {
  link: string;
  email: string;
  sent: boolean | null;
  expires_at: number;
}

/** Creates an invitation, optionally sent by e-mail; then shows its link and QR code once. */
export function InviteDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('users');
  const [made, setMade] = useState<Made | null>(null);
  const close = () => {
    setMade(null);
    onClose();
  };
  return (
    <Dialog opened={opened} onClose={close} title={t(made ? 'invite.readyTitle' : 'invite.title')}>
      {made ? <Ready made={made} onClose={close} /> : <InviteForm onMade={setMade} onCancel={close} />}
    </Dialog>
  );
}

function InviteForm({ onMade, onCancel }: { onMade: (made: Made) => void; onCancel: () => void }) {
  const { t, i18n } = useTranslation('users');
  const { mail } = useSetupInfo();
  useEffect(() => void loadSetupInfo(), []);
  const me = useAccount();
  const client = useQueryClient();
  const kinds = kindsBelow(me.kind);
  return (
    <Form
      schema={schema}
      initial={{
        kind: kinds.at(-1) ?? 'enduser',
        max_uses: 1,
        days: '7',
        note: '',
        email: '',
        language: languageOf(i18n.language),
      }}
      submitLabel={t('invite.submit')}
      onCancel={onCancel}
      onSubmit={async ({ days, email, ...values }) => {
        const { code, invitation, sent } = await call(createInvitation, {
          params: { tenantId: me.tenantId },
          body: { ...values, ...(email ? { email } : {}), valid_hours: Number(days) * DAY_HOURS },
        });
        void client.invalidateQueries({ queryKey: ['invitations'] });
        const link = inviteLink(window.location.origin, code);
        onMade({ link, email, sent, expires_at: invitation.expires_at });
      }}
    >
      <p className={styles.text}>{t('invite.text')}</p>
      <SelectField
        name="kind"
        label={t('invite.for')}
        required
        data={kinds.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
      />
      <FieldRow>
        <SelectField
          name="days"
          label={t('invite.valid')}
          required
          data={days.map((count) => ({ value: String(count), label: t('invite.days', { count }) }))}
        />
        <NumberField
          name="max_uses"
          label={t('invite.maxUses')}
          description={t('invite.maxUsesHint')}
          required
        />
      </FieldRow>
      {mail && (
        <FieldRow>
          <TextField
            name="email"
            type="email"
            label={t('invite.email')}
            description={t('invite.emailHint')}
            autoComplete="off"
          />
          <SelectField
            name="language"
            label={t('invite.language')}
            required
            data={languages.map((value) => ({ value, label: languageNames[value] }))}
          />
        </FieldRow>
      )}
      <TextField
        name="note"
        label={t('invite.note')}
        description={t('invite.noteHint')}
        maxLength={200}
        autoComplete="off"
      />
    </Form>
  );
}

function Ready({ made, onClose }: { made: Made; onClose: () => void }) {
  const { t } = useTranslation(['users', 'ui']);
  const format = useFormat();
  const copy = async () => {
    if (await copyText(made.link)) toast.success({ ns: 'users', key: 'invite.copied' });
    else document.querySelector<HTMLInputElement>('#invite-link')?.select();
  };
  return (
    <>
      <div role="status">
        {made.sent !== null && (
          <p className={styles.text}>
            {t(made.sent ? 'invite.sent' : 'invite.notSent', { email: made.email })}
          </p>
        )}
      </div>
      <div className={styles.share}>
        <div className={styles.qr}>
          <Suspense>
            <QrCode text={made.link} label={t('invite.qr')} size={208} />
          </Suspense>
        </div>
        <TextInput
          id="invite-link"
          className={styles.link}
          label={t('invite.link')}
          description={t('invite.once', { time: format.date(made.expires_at, 'dateTime') })}
          readOnly
          value={made.link}
          onFocus={(event) => event.currentTarget.select()}
        />
      </div>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('close', { ns: 'ui' })}
        </Button>
        <Button leftSection={<IconCopy size={15} />} onClick={() => void copy()} data-autofocus>
          {t('invite.copy')}
        </Button>
      </Group>
    </>
  );
}
