import { Alert, Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { Erasure, User } from '@voltloop/contract';
import { erasePersonalData } from '@voltloop/contract/calls/personal-data.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { call } from '../../api/call.ts';
import { useAccount } from '../../context/use-account.ts';
import dialogs from '../../ui/dialog/dialogs.module.css';
import { PasswordField, TextField } from '../../ui/form/fields.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Dialog, useFormat } from '../../ui/index.ts';
import { atPassword } from './at-password.ts';
import { usersChanged } from './queries.ts';

const schema = z.object({
  user_name: z.string().trim().min(1).max(64),
  password: z.string().min(1, 'account.password.missing').max(200),
});

interface EraseDialogProps {
  opened: boolean;
  onClose: () => void;
  user: User;
}

/** Erases the personal data of an account after its user name was typed; then explains what is kept and why. */
export default function EraseDialog({ opened, onClose, user }: EraseDialogProps) {
  const { t } = useTranslation(['users', 'ui']);
  const { tenantId } = useAccount();
  const client = useQueryClient();
  const [done, setDone] = useState<Erasure | null>(null);
  const blocked = user.children_total > 0 || user.things_total > 0;
  const close = () => {
    if (done) void usersChanged(client);
    setDone(null);
    onClose();
  };
  const title = t(done ? 'erase.doneTitle' : blocked ? 'erase.heldTitle' : 'erase.title', {
    name: user.name,
  });
  return (
    <Dialog opened={opened} onClose={close} title={title}>
      {done ? (
        <Outcome done={done} onClose={close} />
      ) : blocked ? (
        <>
          <p className={dialogs.text}>{t('erase.rule')}</p>
          <Group justify="flex-end" mt="lg">
            <Button variant="default" onClick={close} data-autofocus>
              {t('close', { ns: 'ui' })}
            </Button>
          </Group>
        </>
      ) : (
        <Form
          schema={schema}
          initial={{ user_name: '', password: '' }}
          submitLabel={t('action.erase')}
          onCancel={close}
          onSubmit={async (body) => {
            try {
              setDone(await call(erasePersonalData, { params: { tenantId, id: user.id }, body }));
            } catch (error) {
              throw atPassword(error, t('erase.passwordWrong'));
            }
          }}
        >
          <Alert color="red" variant="light" title={t('erase.warning')}>
            {t('erase.text', { name: user.name })}
          </Alert>
          <TextField
            name="user_name"
            label={t('erase.userName', { userName: user.user_name })}
            required
            data-autofocus
            autoComplete="off"
          />
          <PasswordField
            name="password"
            label={t('erase.password')}
            required
            autoComplete="current-password"
          />
        </Form>
      )}
    </Dialog>
  );
}

function Outcome({ done, onClose }: { done: Erasure; onClose: () => void }) {
  const { t } = useTranslation(['users', 'ui']);
  const { number } = useFormat();
  return (
    <>
      <p className={dialogs.text}>{t('erase.renamed', { name: done.name })}</p>
      {done.kept.length > 0 && (
        <>
          <p className={dialogs.text}>{t('erase.kept')}</p>
          <ul className={dialogs.list}>
            {done.kept.map(({ why, rows }) => (
              <li key={why}>{t(`erase.why.${why}`, { count: rows, total: number(rows) })}</li>
            ))}
          </ul>
        </>
      )}
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose} data-autofocus>
          {t('close', { ns: 'ui' })}
        </Button>
      </Group>
    </>
  );
}
